c Problem:    solved
c Rows:       2
c Columns:    5
c Non-zeros:  4
c Status:     INTEGER OPTIMAL
c Objective:  objective = -0.1 (MINimum)
c
s mip 2 5 o -0.0999999999999996
i 1 -4.5
i 2 2.5
j 1 -0.5
j 2 -4
j 3 2
j 4 0
j 5 1
e o f
