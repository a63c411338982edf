/** What charts take of the package that draws, so that the rest of it can be left out of a bundle. */
export { axisX, axisY, dot, gridX, gridY, plot, rect, ruleX, ruleY, text } from '@observablehq/plot'
