Model status
Optimal

# Primal solution values
Feasible
Objective -0.1
# Columns 5
share_of_aces -0.5
x2 -4
z2 2
none 0
offset 1
# Rows 2
sum -4.5
difference 2.5

# Dual solution values
None

# Basis
HiGHS v1
None
