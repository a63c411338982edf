import type { Blocks } from './blocks.ts'

/**
 * Σw of the rows in bins of more than one class. The others are the positive region of rough sets (Pawlak 1982); their
 * share is the level of consistency, or quality of approximation. O(blocks · classes).
 */
export function mixedWeight({ counts, size, classCount: width }: Blocks): number {
  let mixed = 0
  for (let block = 0; block < size; block++) {
    let total = 0
    let classes = 0
    for (let at = block * width; at < (block + 1) * width; at++) {
      total += counts[at]
      if (counts[at] > 0) classes++
    }
    if (classes > 1) mixed += total
  }
  return mixed
}

/** What the variable precision model says of bins. */
export interface Precision {
  /** ξ: the error that must be allowed so that every bin counts as inside or outside of every class */
  readonly error: number
  /** Σw of the rows in bins of which one class holds just half: no error below ½ says whether they are inside or outside */
  readonly halves: number
}

/**
 * ξ of the variable precision model (Ziarko 1993), max(m₁, m₂): a class that holds most of a bin leaves the rest as error,
 * one that holds less is itself the error. Bins that are half of a class have no place in the formula and are counted
 * apart. O(blocks · classes).
 */
export function precisionOf({ counts, size, classCount: width }: Blocks): Precision {
  let error = 0
  let halves = 0
  for (let block = 0; block < size; block++) {
    let total = 0
    for (let at = block * width; at < (block + 1) * width; at++) total += counts[at]
    let isHalf = false
    for (let at = block * width; at < (block + 1) * width; at++) {
      if (isJustHalf(counts[at], total)) isHalf = true
      else error = Math.max(error, errorOf(counts[at], total))
    }
    if (isHalf) halves += total
  }
  return { error, halves }
}

/** Whether a class of so many rows is just half of a bin. */
export function isJustHalf(ofClass: number, total: number): boolean {
  return total > 0 && ofClass * 2 === total
}

/** The error of taking a bin for inside a class that holds most of it, or for outside one that does not. */
export function errorOf(ofClass: number, total: number): number {
  return total === 0 ? 0 : Math.min(ofClass, total - ofClass) / total
}
