# Solution for model solved
# Objective value = -0.1
share_of_aces -0.5
x2 -4
z2 2
none 0
offset 1
