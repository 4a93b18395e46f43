"""Chapter 9: the Turn Start Phase - random events, the Mori, supply, attrition, replenishment."""
