/** `kerf/measures`: numbers about counts, and the distributions they are judged by. Browser-safe, no packages. */
export { conditionalEntropy, entropy } from './entropy.ts'
export { gain } from './gain.ts'
export { mutualInformation } from './mutual-information.ts'
export { gainRatio } from './gain-ratio.ts'
export { conditionalGini, gini } from './gini.ts'
export { chiSquare, type ChiSquareOptions } from './chi-square.ts'
export { cramersV } from './cramers-v.ts'
export { type IndependenceTest, independenceTest } from './independence.ts'
export {
  chiSquareCdf,
  chiSquareQuantile,
  chiSquareQuantileOfTail,
  chiSquareTail,
} from './distributions/chi-square-distribution.ts'
export { bestSplitLimit, type SplitPlaces } from './best-split.ts'
export { mdlBar, type Side } from './description-length.ts'
export { modlLength } from './modl-length.ts'
export { type EventCounts, informationValue, informationValueTerm, weightOfEvidence } from './weight-of-evidence.ts'
export { type ClassScore, type ClassScores, classScores, predictionScores } from './predictions/class-scores.ts'
export { hellinger, jensenShannon, kolmogorovSmirnov } from './divergence.ts'
export { populationStability, type Stability, type StabilityOptions } from './psi.ts'
export { combineShifts, meanShift, shareShift, type ShiftTest } from './rate-shift.ts'
export { type Draw, hypergeometricTail } from './distributions/hypergeometric.ts'
export { holm } from './holm.ts'
export { conditionalVariance, variance } from './conditional-variance.ts'
export { explainedVariance, type NumberPart } from './explained-variance.ts'
export { betweenHalves, correctnessOfLine, correctnessOfMean, explainedByLine, robustness } from './bin-error.ts'
export { type ShareInterval, shareInterval } from './distributions/share-interval.ts'
export { fTail } from './distributions/f-distribution.ts'
// Logarithms that are the same on every runtime
export { ln, log2 } from '../util/numbers/log2.ts'
