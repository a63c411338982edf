// Merges bins one stretch of the row after the other, up to a key that all stretches share, so that what is worked on stays in the
// processor's cache. The pairs that come next lie anywhere in the row, and of a long one most would have to be fetched from memory.
//
// The order of merging stays what it is. Let no pair across the ends of stretches ever have a key as small as the level: then every
// pair that comes next, up to the level, lies within a stretch and is the next of that stretch, whatever the others have come
// to. Ends are laid where neighbours differ much. Whether they held is seen afterwards: the bins beside an end were merged a few times,
// and each form that the left one had must differ by more than the level from each form of the right one. Where they do not, both
// stretches are merged again as one.

import { binAt, binBytes, moveTogether, places, relink } from './linked-bins'

/** Bins of a stretch, and how many beyond them may end it. */
const SIZE: u32 = 4096
const WINDOW: u32 = 256
/** Fewer bins are merged as one. */
const MANY: u32 = 32 * SIZE
/** The level is chosen so that about one of eight bins stays, or one of four where ends do not hold. */
const SHARE: u32 = 8
const LEAST_SHARE: u32 = 4
/** Ends that do not hold, for so many stretches, are too many. */
const FAILURES: u32 = 8
/** Forms of the bins beside an end that are kept; where there are more, the end does not hold. */
const MOST_FORMS: u32 = 128

/** Forms of the first and the last bin of this stretch, and of the last one of the two stretches before. */
let firsts: usize = 0
let lasts: usize = 0
let before: usize = 0
let beforeThat: usize = 0
let firstCount: u32 = 0
let lastCount: u32 = 0
let beforeCount: u32 = 0
let beforeThatCount: u32 = 0
let noting: bool = false

/** All bins, of which stretches are copies, and memory for those. */
let origin: usize = 0
let all: u32 = 0
let copies: usize = 0
/** How many there is room for. */
let room: u32 = 0
/** Where each stretch starts among all bins, and among those that are left; behind the last one where it ends. */
let list: usize = 0
let count: u32 = 0

/** How far stretches were merged last. */
export let levelTaken: f64 = 0
/** Where this stretch starts among all bins. */
export let stretchStart: u32 = 0

/** How many stretches there were, and how many at most of so many bins. */
export function stretchCount(): u32 {
  return count
}

export function mostStretches(n: u32): u32 {
  return n / SIZE + 2
}

/** Where a stretch starts among all bins, or ends that is the one before. */
export function startOf(stretch: u32): u32 {
  return load<u32>(stretchAt(stretch))
}

/** How many bins are left of the stretches before. */
export function leftBefore(stretch: u32): u32 {
  return load<u32>(stretchAt(stretch), 4)
}

/** Bytes that must be there besides the copies of `n` bins of so many bytes. */
export function stretchBytes(n: u32, bytes: u32): u32 {
  return 4 * MOST_FORMS * bytes + 8 * mostStretches(n)
}

/** To be told of each bin that was merged with the next one. */
export function noteForm(i: u32, bin: usize): void {
  if (i == 0 && noting) noteFirst(bin)
  if (load<u32>(bin) == places && noting) noteLast(bin)
}

function noteFirst(bin: usize): void {
  if (firstCount < MOST_FORMS) memory.copy(firsts + <usize>firstCount * binBytes, bin, binBytes)
  firstCount++
}

function noteLast(bin: usize): void {
  if (lastCount < MOST_FORMS) memory.copy(lasts + <usize>lastCount * binBytes, bin, binBytes)
  lastCount++
}

/** Whether so many bins may take less time in stretches. */
export function areMany(bins: u32): bool {
  return bins >= MANY
}

/**
 * Merges the bins within stretches, up to a key that is at most `cap`. `spare` has room for `spareBins` of the bins, as many as there
 * are or about a third of them, `lists` has `stretchBytes`. Returns how many are left, which are the bins then, in `spare`; 0
 * says that ends did not hold. Either `takeStretches` or `leaveStretches` has to follow.
 *
 * A `Way` is a class of two functions, since the compiler keeps functions as values in memory: `merge(level, fewest)` merges while
 * the least key is at most a level and more than so many bins are left, and returns the largest key that was merged; `key` is that
 * of two bins.
 */
export function mergeStretches<Way>(spare: usize, spareBins: u32, lists: usize, cap: f64): u32 {
  origin = binAt(0)
  all = places
  copies = spare
  room = spareBins
  firsts = lists
  lasts = firsts + <usize>MOST_FORMS * binBytes
  before = lasts + <usize>MOST_FORMS * binBytes
  beforeThat = before + <usize>MOST_FORMS * binBytes
  list = beforeThat + <usize>MOST_FORMS * binBytes
  let left: u32 = 0
  for (let share = SHARE; share >= LEAST_SHARE && left == 0; share >>= 1) {
    // What few bins of the middle come to tells how far to go, and whether most are merged at all.
    copyStretch((all - SIZE) >> 1, (all + SIZE) >> 1, 0)
    levelTaken = way<Way>().merge(cap, SIZE / share)
    moveTogether()
    if (places > SIZE / LEAST_SHARE) break
    noting = true
    left = mergeEach<Way>(levelTaken)
    noting = false
  }
  relink(copies, left)
  return left
}

function mergeEach<Way>(level: f64): u32 {
  let left: u32 = 0
  let failures: u32 = 0
  count = 0
  for (let start: u32 = 0; start < all;) {
    const end = endOf<Way>(start)
    if (left + (end - start) > room) return 0
    mergeOne<Way>(start, end, left, level)
    if (count > 0 && !holds<Way>(before, beforeCount, level)) {
      // One stretch of this and the one before it.
      failures++
      count--
      if (failures > count / FAILURES + 2) return 0
      start = startOf(count)
      left = leftBefore(count)
      if (left + (end - start) > room) return 0
      mergeOne<Way>(start, end, left, level)
      if (count > 0 && !holds<Way>(beforeThat, beforeThatCount, level)) return 0
    } else swapBefore()
    tell(count, start, left)
    count++
    swapLasts()
    left += places
    start = end
    tell(count, start, left)
  }
  return left
}

/** The forms of the stretch before become those of the one before that. */
function swapBefore(): void {
  const spare = beforeThat
  beforeThat = before
  beforeThatCount = beforeCount
  before = spare
}

/** The forms of this stretch become those of the one before. */
function swapLasts(): void {
  const spare = before
  before = lasts
  beforeCount = lastCount
  lasts = spare
}

/** The functions of a way to merge, which has nothing else. */
function way<Way>(): Way {
  return changetype<Way>(<usize>0)
}

function tell(stretch: u32, start: u32, left: u32): void {
  store<u32>(stretchAt(stretch), start)
  store<u32>(stretchAt(stretch), left, 4)
}

function stretchAt(i: u32): usize {
  return list + ((<usize>i) << 3)
}

/** Where a stretch ends that starts here: between two bins that differ much. */
function endOf<Way>(start: u32): u32 {
  const from = start + SIZE
  if (from + SIZE / 2 >= all) return all
  let end = from
  let most: f64 = -Infinity
  for (let i = from; i < from + WINDOW; i++) {
    const found = way<Way>().key(originAt(i - 1), originAt(i))
    if (found <= most) continue
    most = found
    end = i
  }
  return end
}

function originAt(i: u32): usize {
  return origin + <usize>i * binBytes
}

/** Makes bins of copies from … to − 1, behind so many that are left. */
function copyStretch(from: u32, to: u32, left: u32): void {
  const at = copies + <usize>left * binBytes
  memory.copy(at, originAt(from), <usize>(to - from) * binBytes)
  relink(at, to - from)
  stretchStart = from
}

/** Merges the bins from … to − 1 up to the level, and moves what is left of them together. */
function mergeOne<Way>(from: u32, to: u32, left: u32, level: f64): void {
  copyStretch(from, to, left)
  firstCount = 0
  lastCount = 0
  noteFirst(binAt(0))
  noteLast(binAt(places - 1))
  way<Way>().merge(level, 1)
  moveTogether()
}

/** Whether no form of the last bin before this stretch is as near as the level to one of its first bin. */
function holds<Way>(forms: usize, many: u32, level: f64): bool {
  if (many > MOST_FORMS || firstCount > MOST_FORMS) return false
  for (let i: u32 = 0; i < many; i++) {
    for (let j: u32 = 0; j < firstCount; j++) {
      if (!(way<Way>().key(forms + <usize>i * binBytes, firsts + <usize>j * binBytes) > level)) return false
    }
  }
  return true
}

/** Puts what is left in the place of the bins that there were. */
export function takeStretches(): void {
  memory.copy(origin, copies, <usize>places * binBytes)
  relink(origin, places)
}

/** Goes back to the bins that there were. */
export function leaveStretches(): void {
  relink(origin, all)
}
