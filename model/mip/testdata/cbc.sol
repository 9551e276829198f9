Optimal - objective value -0.10000000
      0 share_of_aces            -0.5                       0
      1 x2                         -4                       2
      2 z2                          2                     0.2
      3 none                        0                       1
      4 offset                      1                      10
