Problem:    solved
Rows:       2
Columns:    5 (1 integer, 0 binary)
Non-zeros:  4
Status:     INTEGER OPTIMAL
Objective:  objective = -0.1 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 sum                      -4.5          -4.5               
     2 difference                2.5                         2.5 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 share_of_aces
                                -0.5            -2             2 
     2 x2                         -4            -4               
     3 z2           *              2             0             3 
     4 none                        0             0             1 
     5 offset                      1             1             = 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

KKT.PB: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

End of output
