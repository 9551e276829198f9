solution status: optimal solution found
objective value:                                 -0.1
share_of_aces                                    -0.5 	(obj:1)
x2                                                 -4 	(obj:2)
z2                                                  2 	(obj:-0.8)
offset                                              1 	(obj:10)
