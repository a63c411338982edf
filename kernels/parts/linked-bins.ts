// Bins in a row that are merged, each a record that starts with where the next bin and the one before it are and with the block
// that the bin starts with, and the keys of their pairs, a tournament. Merged bins leave gaps, which cost more time than the
// work itself, since the processor has to fetch memory for few numbers: now and then the bins are moved together.

import { setInner, setKey, firstAtMost } from '../tournament'

export const PREVIOUS: usize = 4
export const BLOCK: usize = 8
/** Where what a kernel keeps of a bin begins. */
export const OWN: usize = 16

/** How many bins there are places for, and the bytes of a bin. */
export let places: u32 = 0
export let binBytes: usize = 0
let bins: usize = 0

/** The keys of the pairs, each named by its left bin, and where the levels of the tournament begin. */
let tree: usize = 0
let starts: usize = 0
let levels: u32 = 0
let top: usize = 0

/** Makes `n` bins of one block each; `room` has 64 bytes. */
export function linkBins(at: usize, n: u32, bytes: usize, keys: usize, room: usize): void {
  binBytes = bytes
  tree = keys
  starts = room
  relink(at, n)
  for (let i: u32 = 0; i < n; i++) store<u32>(binAt(i), i, BLOCK)
}

/** Makes the `n` bins that lie there, one behind the other, the bins in a row. */
export function relink(at: usize, n: u32): void {
  bins = at
  places = n
  for (let i: u32 = 0; i < n; i++) {
    const bin = binAt(i)
    store<u32>(bin, i + 1)
    store<u32>(bin, i - 1, PREVIOUS)
  }
}

export function binAt(i: u32): usize {
  return bins + <usize>i * binBytes
}

/** Sets a key before the tournament starts. */
export function firstKey(i: u32, key: f64): void {
  store<f64>(tree + ((<usize>i) << 3), key)
}

/** The key of a pair. */
export function keyAt(i: u32): f64 {
  return load<f64>(tree + ((<usize>i) << 3))
}

/** The least key of bins that lie together, without a tournament. */
export function leastKey(): f64 {
  let least = f64x2.splat(Infinity)
  const end = tree + ((<usize>places) << 3)
  let at = tree
  for (; at + 16 <= end; at += 16) least = f64x2.pmin(least, v128.load(at))
  const last = at < end ? load<f64>(at) : Infinity
  return min(min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1)), last)
}

/** Starts the tournament of as many keys as there are places. */
export function startKeys(): void {
  startTree(places)
}

/** Starts a tournament of the first `n` keys. */
export function startTree(n: u32): void {
  let length: u32 = 0
  let nodes = n
  levels = 0
  for (;;) {
    store<u32>(starts + ((<usize>levels) << 2), length)
    levels++
    if (nodes <= 1 && levels > 1) break
    nodes = (nodes + 7) >> 3
    length += nodes << 3
  }
  top = tree + ((<usize>length) << 3)
  for (let at = tree + ((<usize>n) << 3); at <= top; at += 8) store<f64>(at, Infinity)
  setInner(tree, starts, levels)
}

export function setKeyOf(i: u32, key: f64): void {
  setKey(tree, starts, levels, i, key)
}

/** The least key of the tournament. */
export function leastOfAll(): f64 {
  return load<f64>(top)
}

/** The bin of the least key, the leftmost of equal ones. */
export function leastPair(): u32 {
  return firstAtMost(tree, starts, levels, load<f64>(top))
}

/** Takes the bin after `a` out of the row. */
export function unlink(a: usize, i: u32): void {
  const after = load<u32>(binAt(load<u32>(a)))
  store<u32>(a, after)
  if (after < places) store<u32>(binAt(after), i, PREVIOUS)
}

/** Moves the bins together, in their order, and starts the tournament anew. */
export function compact(): void {
  moveTogether()
  startKeys()
}

/** Moves the bins together, in their order. */
export function moveTogether(): void {
  let size: u32 = 0
  for (let i: u32 = 0; i < places; size++) {
    const from = binAt(i)
    const to = binAt(size)
    const next = load<u32>(from)
    store<f64>(tree + ((<usize>size) << 3), load<f64>(tree + ((<usize>i) << 3)))
    for (let at: usize = BLOCK; at < binBytes; at += 8) store<u64>(to + at, load<u64>(from + at))
    store<u32>(to, size + 1)
    store<u32>(to, size - 1, PREVIOUS)
    i = next
  }
  places = size
}

/** Copies the bins, moved together, and their keys. */
export function saveBins(to: usize, keys: usize): void {
  compact()
  memory.copy(to, bins, <usize>places * binBytes)
  memory.copy(keys, tree, (<usize>places) << 3)
}

/** Takes as many bins and keys back as were saved. */
export function restoreBins(from: usize, keys: usize, n: u32): void {
  places = n
  memory.copy(bins, from, <usize>n * binBytes)
  memory.copy(tree, keys, (<usize>n) << 3)
  startKeys()
}
