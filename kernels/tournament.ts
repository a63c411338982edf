// The least of many keys that keep changing: a tree whose inner nodes hold the least of their eight children, as
// src/util/tournament.ts describes it. Keys lie level by level in one array, and none of them is NaN.

/** Sets the key at `index`; `starts` says at which number of the array each of the `levels` begins. */
export function setKey(tree: usize, starts: usize, levels: u32, index: u32, key: f64): void {
  let at: usize = index
  let now = key
  let below: usize = 0
  for (let level: usize = 1; level < levels; level++) {
    const others = leastOfOthers(tree + ((below + (at & ~7)) << 3), at & 7)
    store<f64>(tree + ((below + at) << 3), now)
    now = lesser(others, now)
    at >>= 3
    below = load<u32>(starts + (level << 2))
    if (load<f64>(tree + ((below + at) << 3)) == now) return
  }
  store<f64>(tree + (below << 3), now)
}

/** Sets what is above the keys, which are there. */
export function setInner(tree: usize, starts: usize, levels: u32): void {
  for (let level: usize = 1; level < levels; level++) {
    const start: usize = load<u32>(starts + (level << 2))
    let node = tree + (start << 3)
    for (let at = tree + ((<usize>load<u32>(starts + ((level - 1) << 2))) << 3), end = node; at < end; at += 64) {
      store<f64>(node, leastOf(at))
      node += 8
    }
  }
}

/** Where the leftmost key is that does not exceed a limit, which is not less than the least key. */
export function firstAtMost(tree: usize, starts: usize, levels: u32, limit: f64): u32 {
  const limits = f64x2.splat(limit)
  let at: usize = 0
  for (let level = <i32>levels - 2; level >= 0; level--) {
    at <<= 3
    const eight = tree + ((<usize>load<u32>(starts + ((<usize>level) << 2)) + at) << 3)
    const found =
      i64x2.bitmask(f64x2.le(v128.load(eight), limits)) |
      (i64x2.bitmask(f64x2.le(v128.load(eight, 16), limits)) << 2) |
      (i64x2.bitmask(f64x2.le(v128.load(eight, 32), limits)) << 4) |
      (i64x2.bitmask(f64x2.le(v128.load(eight, 48), limits)) << 6)
    // The last of eight is taken in any case, as the plain tournament does.
    at += <usize>ctz<i32>(found | 128)
  }
  return <u32>at
}

/** The lesser of two keys, without a branch. */
function lesser(one: f64, other: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(other), f64x2.splat(one)), 0)
}

/** The least of eight keys, without a branch, which the processor could only guess. */
function leastOf(at: usize): f64 {
  const left = f64x2.pmin(v128.load(at), v128.load(at, 16))
  const right = f64x2.pmin(v128.load(at, 32), v128.load(at, 48))
  const two = f64x2.pmin(left, right)
  const one = f64x2.pmin(two, v128.shuffle<u64>(two, two, 1, 0))
  return f64x2.extract_lane(one, 0)
}

/**
 * The least of eight keys but for one, which is about to change. So nothing is read that was written just before, for which
 * the processor would have to wait.
 */
function leastOfOthers(at: usize, one: usize): f64 {
  const slot = i64x2.splat(one)
  const none = f64x2.splat(Infinity)
  const a = v128.bitselect(none, v128.load(at), i64x2.eq(slot, i64x2(0, 1)))
  const b = v128.bitselect(none, v128.load(at, 16), i64x2.eq(slot, i64x2(2, 3)))
  const c = v128.bitselect(none, v128.load(at, 32), i64x2.eq(slot, i64x2(4, 5)))
  const d = v128.bitselect(none, v128.load(at, 48), i64x2.eq(slot, i64x2(6, 7)))
  const two = f64x2.pmin(f64x2.pmin(a, b), f64x2.pmin(c, d))
  const least = f64x2.pmin(two, v128.shuffle<u64>(two, two, 1, 0))
  return f64x2.extract_lane(least, 0)
}
