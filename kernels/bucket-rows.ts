// A large column in buckets of neighbouring doubles, which stays in this memory while it is looked at. Buckets that are asked for become
// regions, whose values are put into place by class and sorted. From these the column is told at places, and rows of two classes
// are searched for their best cut.

import { beginRegions } from './parts/regions'
import { beginBuckets } from './parts/row-buckets'

export { makeBlocks, openBlocks, placeBlocks } from './parts/pair-blocks'
export { nearest, placeScan, reach } from './parts/pair-scan'
export { choose, expectPlaces, makeRegions, placeRegions, placeValues, sortRegions } from './parts/regions'
export { addUp, countChunk, countSteps, placeAt, placeOf, placeRows, rowsBefore } from './parts/row-buckets'
export { writeSlots } from './parts/row-slots'
export { listPlaces, placeAsked, placeCells, tellBuckets, tellPlaces } from './parts/told-cells'

/** Begins a column. */
export function begin(shift: i32, least: i32, centre: i32, size: u32, classes: u32): void {
  beginBuckets(shift, least, centre, size, classes)
  beginRegions()
}
