<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="solved.mps"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="-0.1"
   solutionTypeValue="3"
   solutionTypeString="primal"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"
   solutionMethodString="mip"
   primalFeasible="1"
   dualFeasible="1"
   MIPNodes="0"
   MIPIterations="0"
   writeLevel="1"/>
 <quality
   epInt="1.0000000000000001e-05"
   epRHS="9.9999999999999995e-07"
   maxIntInfeas="0"
   maxPrimalInfeas="0"
   maxX="4"
   maxSlack="0"/>
 <linearConstraints>
  <constraint name="sum" index="0" slack="0"/>
  <constraint name="difference" index="1" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="share_of_aces" index="0" value="-0.5"/>
  <variable name="x2" index="1" value="-4"/>
  <variable name="z2" index="2" value="2"/>
  <variable name="none" index="3" value="0"/>
  <variable name="offset" index="4" value="1"/>
 </variables>
</CPLEXSolution>
