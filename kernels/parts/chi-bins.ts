// Bins with counts of each class, made of cells. Counts are whole numbers of 32 bits where all of them are, which leaves more of
// the bins in the processor's cache, and doubles elsewhere.

import { binAt, BLOCK, linkBins } from './linked-bins'

/** What is kept of a bin: the strongest boundary lost in it, and where that was; its counts. */
export const LOST_AT: usize = BLOCK + 4
export const LOST_SCORE: usize = BLOCK + 8
export const COUNTS: usize = BLOCK + 16

/** How many classes there are, whether counts are numbers of 32 bits, and how many bins were made. */
export let width: u32 = 0
export let whole: bool = false
export let made: u32 = 0
/** How many cells were told, and which class the last one holds: 0 for none or several, else its number from 1 on. */
let cells: u32 = 0
let only: u32 = 0

/** Bytes of a bin. */
export function binBytes(classes: u32, wholeCounts: bool): u32 {
  return <u32>COUNTS + (wholeCounts ? 4 * ((classes + 1) & ~1) : 8 * classes)
}

/** Begins to count bins, or to make them. */
export function beginCells(classes: u32): void {
  width = classes
  cells = 0
  only = 0
  made = 0
}

/** Counts bins of `n` more cells, whose counts are given: one for each, or with `joins` one for neighbours that hold one and the same class. */
export function countCells(counts: usize, n: u32, joins: bool): void {
  for (let i: u32 = 0; i < n; i++) {
    made += 1 - joinedTo(counts, joins)
    counts += (<usize>width) << 3
  }
}

/** Whether a cell with these counts belongs to the bin of the one before. Nobody can guess it, so that there is no branch. */
function joinedTo(counts: usize, joins: bool): u32 {
  const before = only
  if (width == 2) {
    const kind = (<u32>(load<f64>(counts) != 0)) | ((<u32>(load<f64>(counts, 8) != 0)) << 1)
    only = kind & -(<u32>(kind != 3))
  } else only = onlyClass(counts)
  return (<u32>joins) & (<u32>(only == before)) & (<u32>(only != 0))
}

function onlyClass(counts: usize): u32 {
  let found: u32 = 0
  for (let c: u32 = 0; c < width; c++) {
    if (load<f64>(counts + ((<usize>c) << 3)) == 0) continue
    if (found != 0) return 0
    found = c + 1
  }
  return found
}

/** How many bins were counted, or made. */
export function binsMade(): u32 {
  return made
}

/** Says where so many bins are to be made; `tree` has room for a tournament of them, `room` 64 bytes. */
export function placeBins(at: usize, n: u32, wholeCounts: bool, tree: usize, room: usize): void {
  whole = wholeCounts
  linkBins(at, n, binBytes(width, wholeCounts), tree, room)
}

/** Makes bins of `n` more cells. */
export function addCells(counts: usize, n: u32, joins: bool): void {
  if (whole) addCellsOf<u32>(counts, n, joins)
  else addCellsOf<f64>(counts, n, joins)
}

function addCellsOf<Count>(counts: usize, n: u32, joins: bool): void {
  for (let i: u32 = 0; i < n; i++) {
    const joined = joinedTo(counts, joins)
    made += 1 - joined
    const bin = binAt(made - 1)
    store<u32>(bin, select(load<u32>(bin, BLOCK), cells, joined), BLOCK)
    for (let c: u32 = 0; c < width; c++) {
      storeCount<Count>(bin, c, select(countOf<Count>(bin, c), 0, joined) + load<f64>(counts))
      counts += 8
    }
    cells++
  }
}

export function countOf<Count>(bin: usize, c: u32): f64 {
  const at = bin + COUNTS + ((<usize>c) << alignof<Count>())
  return isInteger<Count>() ? <f64>load<u32>(at) : load<f64>(at)
}

export function storeCount<Count>(bin: usize, c: u32, count: f64): void {
  const at = bin + COUNTS + ((<usize>c) << alignof<Count>())
  if (isInteger<Count>()) store<u32>(at, <u32>count)
  else store<f64>(at, count)
}

/** The rows of a bin outside its largest class. */
export function outside<Count>(bin: usize): f64 {
  return rowsOf<Count>(bin) - largest<Count>(bin)
}

/** The rows of a bin. */
export function rowsOf<Count>(bin: usize): f64 {
  let rows: f64 = 0
  for (let c: u32 = 0; c < width; c++) rows += countOf<Count>(bin, c)
  return rows
}

/** The rows of the largest class of a bin. */
export function largest<Count>(bin: usize): f64 {
  let most: f64 = 0
  for (let c: u32 = 0; c < width; c++) {
    const count = countOf<Count>(bin, c)
    if (count > most) most = count
  }
  return most
}

/** The bin that is told next. */
let next: u32 = 0

/** Begins to tell the bins. */
export function firstBin(): void {
  next = 0
}

/** Writes where the next `n` bins start, by their first cells, and their counts. */
export function nextBins(at: usize, counts: usize, n: u32): void {
  for (let i: u32 = 0; i < n; i++) {
    const bin = binAt(next)
    store<u32>(at + ((<usize>i) << 2), load<u32>(bin, BLOCK))
    for (let c: u32 = 0; c < width; c++) {
      store<f64>(counts, whole ? countOf<u32>(bin, c) : countOf<f64>(bin, c))
      counts += 8
    }
    next = load<u32>(bin)
  }
}
