import { flagOf } from './method-flags.ts'

/** Names of library functions mean nothing to those who type commands. */
const FUNCTIONS =
  /\b(?:summarize|fitTable|fitSummaries|fitSaved|fit|merge|coarsen|recount|discretize|assign|edit|explain|trainTable|makeEncoder|rankColumns|compareMethods|compareDrift|drift|export): /

/** Those of trees and models, whose options have flags of the same names. */
const OF_TREES =
  /^(?:growTree|tryTree|depthByFolds|dealParts|predictTree|treeScores|pruneByError|pruneReducedError|naiveBayes|naiveBayesScores|predictNaiveBayes|treeReport|treeSvg|treePage): /

const OPTIONS = /(?<!["\w])(?:maxDepth|maxNodes|minRows|minLeaf|minGain|classWeights|targetKind)\b/g

/** A message of the library in the words of the command line: without the name of a function, with flags for options. */
export function flagWords(message: string): string {
  const told = OF_TREES.test(message)
    ? message.replace(OF_TREES, '').replaceAll(OPTIONS, flagOf)
    : message.replace(FUNCTIONS, '')
  return told.replace('(target kind class)', '(--target-kind class)')
}
