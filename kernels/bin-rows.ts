// Bins between points: a row of scores for each point, one for every point at which a bin from it may end. Row `from` has its
// scores at starts[from] … stops[from] − 1, and the first of them is that of the end firsts[from].

const LN2: f64 = 0.6931471805599453
const LOG2E: f64 = 1.4426950408889634
const MANTISSA: u64 = 0x000fffffffffffff
const ONE: u64 = 0x3ff0000000000000
const NONE = f64x2.splat(-Infinity)

/** ln x for normal x above 0, within 1e-14: `logs` has ln c and 1 / c of the middle c of each of 512 parts of 1 … 2. */
function quickLn(x: f64, logs: usize): f64 {
  const bits = reinterpret<u64>(x)
  const at = logs + ((<usize>((bits >> 43) & 511)) << 4)
  const r = reinterpret<f64>((bits & MANTISSA) | ONE) * load<f64>(at, 8) - 1
  const series = r * (1 - r * (0.5 - r * (0.3333333333333333 - r * 0.25)))
  return <f64>(<i32>(bits >> 52) - 1023) * LN2 + load<f64>(at) + series
}

function wordOf(list: usize, from: u32): u32 {
  return load<u32>(list + ((<usize>from) << 2))
}

/** Where the score, or the number of a point, of the first end of a row is. */
function rowOf(list: usize, start: u32): usize {
  return list + ((<usize>start) << 3)
}

/** About what bins add to the information value: shares of the event and of the rest are counts times these. */
// prettier-ignore
export function roughValues(weight: usize, height: usize, firsts: usize, starts: usize, stops: usize, n: u32, scores: usize, logs: usize, perEvent: f64, perOther: f64): void {
 
  for (let from: u32 = 0; from < n; from++) {
    const w = load<f64>(rowOf(weight, from))
    const h = load<f64>(rowOf(height, from))
    const first = wordOf(firsts, from)
    let ofWeight = rowOf(weight, first)
    let ofHeight = rowOf(height, first)
    for (let at = rowOf(scores, wordOf(starts, from)), end = rowOf(scores, wordOf(stops, from)); at < end; at += 8) {
      let events = load<f64>(ofHeight) - h
      let rest = load<f64>(ofWeight) - w - events
      if (events == 0 || rest == 0) {
        events += 0.5
        rest += 0.5
      }
      const own = events * perEvent
      const other = rest * perOther
      store<f64>(at, (own - other) * quickLn(own / other, logs))
      ofWeight += 8
      ofHeight += 8
    }
  }
}

/** About what bins tell of two classes, in bits. */
// prettier-ignore
export function roughInformation(weight: usize, height: usize, firsts: usize, starts: usize, stops: usize, n: u32, scores: usize, logs: usize): void {
 
  for (let from: u32 = 0; from < n; from++) {
    const w = load<f64>(rowOf(weight, from))
    const h = load<f64>(rowOf(height, from))
    const first = wordOf(firsts, from)
    let ofWeight = rowOf(weight, first)
    let ofHeight = rowOf(height, first)
    for (let at = rowOf(scores, wordOf(starts, from)), end = rowOf(scores, wordOf(stops, from)); at < end; at += 8) {
      const all = load<f64>(ofWeight) - w
      const events = load<f64>(ofHeight) - h
      const rest = all - events
      const told = (events > 0 ? events * quickLn(events / all, logs) : 0) + (rest > 0 ? rest * quickLn(rest / all, logs) : 0)
      store<f64>(at, told * LOG2E)
      ofWeight += 8
      ofHeight += 8
    }
  }
}

/** What bins add to the information value, as src/measures/weight-of-evidence.ts has it, bit for bit. */
// prettier-ignore
export function exactValues(weight: usize, height: usize, firsts: usize, starts: usize, stops: usize, n: u32, scores: usize, allEvents: f64, allRest: f64): void {
 
  const all = f64x2.replace_lane(f64x2.splat(allEvents), 1, allRest)
  for (let from: u32 = 0; from < n; from++) {
    const w = load<f64>(rowOf(weight, from))
    const h = load<f64>(rowOf(height, from))
    const first = wordOf(firsts, from)
    let ofWeight = rowOf(weight, first)
    let ofHeight = rowOf(height, first)
    for (let at = rowOf(scores, wordOf(starts, from)), end = rowOf(scores, wordOf(stops, from)); at < end; at += 8) {
      let events = load<f64>(ofHeight) - h
      let rest = load<f64>(ofWeight) - w - events
      if (events == 0 || rest == 0) {
        events += 0.5
        rest += 0.5
      }
      const shares = f64x2.div(f64x2.replace_lane(f64x2.splat(events), 1, rest), all)
      const logs = exactLns(shares)
      store<f64>(at, differenceOf(shares) * differenceOf(logs))
      ofWeight += 8
      ofHeight += 8
    }
  }
}

const LN2_HIGH: f64 = 0.6931471805601177
const LN2_LOW: f64 = -1.7239444525614835e-13
const SPLITTER: f64 = 134217729
const ROUNDER: f64 = 100663296
const ROOT_HALF_BITS: i32 = 0x3f3504f3

/** The first of two numbers less the second. */
function differenceOf(two: v128): f64 {
  return f64x2.extract_lane(two, 0) - f64x2.extract_lane(two, 1)
}

/** `ln` of src/util/numbers/log2.ts of two numbers between 2^-100 and 2^100, step by step. */
function exactLns(x: v128): v128 {
  const shift = i32x4.shr_s(i32x4.sub(f32x4.demote_f64x2_zero(x), i32x4.splat(ROOT_HALF_BITS)), 23)
  const scale = f64x2.promote_low_f32x4(i32x4.shl(i32x4.sub(i32x4.splat(127), shift), 23))
  const f = f64x2.sub(f64x2.mul(x, scale), f64x2.splat(1))
  const inverse = f64x2.div(f64x2.splat(1), f64x2.add(f64x2.splat(2), f))
  const s = f64x2.mul(f, inverse)
  const shifted = f64x2.mul(s, f64x2.splat(SPLITTER))
  const sHigh = f64x2.sub(shifted, f64x2.sub(shifted, s))
  const fHigh = f64x2.sub(f64x2.add(f, f64x2.splat(ROUNDER)), f64x2.splat(ROUNDER))
  const leading = f64x2.add(sHigh, sHigh)
  // f − 2·sHigh − sHigh·fHigh − sHigh·(f − fHigh)
  const rest = f64x2.sub(
    f64x2.sub(f64x2.sub(f, leading), f64x2.mul(sHigh, fHigh)),
    f64x2.mul(sHigh, f64x2.sub(f, fHigh)),
  )
  const sLow = f64x2.mul(rest, inverse)
  const e = f64x2.convert_low_i32x4_s(shift)
  const whole = f64x2.mul(e, f64x2.splat(LN2_HIGH))
  const sum = f64x2.add(whole, leading)
  const lost = f64x2.add(f64x2.sub(whole, sum), leading)
  const z = f64x2.mul(s, s)
  const v = f64x2.mul(z, z)
  const even = series(v, 0.3333333333333333, 0.14285714285401616, 0.09090897815442377, 0.06634379834280306)
  const odd = series(v, 0.2000000000000044, 0.11111111195900235, 0.07693120102906739, 0.06543383504974087)
  const excess = f64x2.mul(z, f64x2.add(even, f64x2.mul(z, odd)))
  const small = f64x2.add(sLow, f64x2.mul(s, excess))
  return f64x2.add(sum, f64x2.add(f64x2.add(lost, f64x2.mul(e, f64x2.splat(LN2_LOW))), f64x2.add(small, small)))
}

/** a + v·(b + v·(c + v·d)), for two v. */
function series(v: v128, a: f64, b: f64, c: f64, d: f64): v128 {
  const last = f64x2.add(f64x2.splat(c), f64x2.mul(v, f64x2.splat(d)))
  return f64x2.add(f64x2.splat(a), f64x2.mul(v, f64x2.add(f64x2.splat(b), f64x2.mul(v, last))))
}

/** The most of a score and what follows it, over a row. */
function bestOf(score: usize, end: usize, following: usize): f64 {
  let a = NONE
  let b = NONE
  for (; score + 32 <= end; score += 32, following += 32) {
    a = f64x2.pmax(a, f64x2.add(v128.load(score), v128.load(following)))
    b = f64x2.pmax(b, f64x2.add(v128.load(score, 16), v128.load(following, 16)))
  }
  a = f64x2.pmax(a, b)
  let best = max<f64>(f64x2.extract_lane(a, 0), f64x2.extract_lane(a, 1))
  for (; score < end; score += 8, following += 8) best = max<f64>(best, load<f64>(score) + load<f64>(following))
  return best
}

/** What rows tell at most from each of `n` points on, and from the last one on nothing, when each bin pays a price. */
// prettier-ignore
export function paidAfter(scores: usize, firsts: usize, starts: usize, stops: usize, n: u32, after: usize, price: f64): void {
 
  store<f64>(rowOf(after, n), 0)
  for (let from = n; from-- > 0;) {
    const following = rowOf(after, wordOf(firsts, from))
    const best = bestOf(rowOf(scores, wordOf(starts, from)), rowOf(scores, wordOf(stops, from)), following)
    store<f64>(rowOf(after, from), best - price)
  }
}

/**
 * Of each row the first and the last bin through which the whole can come to `least`, as the ends of them at `lows` and
 * `highs`; n + 1 and n for a row without. `before` has room for what is told up to each point.
 */
// prettier-ignore
export function likelyEnds(scores: usize, firsts: usize, starts: usize, stops: usize, n: u32, after: usize, before: usize, lows: usize, highs: usize, price: f64, least: f64): void {
 
  for (let at = before, end = rowOf(before, n); at <= end; at += 8) store<f64>(at, -Infinity)
  store<f64>(before, 0)
  for (let from: u32 = 0; from < n; from++) {
    const own = load<f64>(rowOf(before, from))
    const score = rowOf(scores, wordOf(starts, from))
    const end = rowOf(scores, wordOf(stops, from))
    const first = wordOf(firsts, from)
    carry(score, end, rowOf(before, first), own - price)
    const following = rowOf(after, first)
    let low = score
    while (low < end && !(own + load<f64>(low) + load<f64>(following + (low - score)) >= least)) low += 8
    let high = end
    if (low < end)
      do high -= 8
      while (!(own + load<f64>(high) + load<f64>(following + (high - score)) >= least))
    const to = (<usize>from) << 2
    store<u32>(lows + to, low < end ? first + <u32>((low - score) >> 3) : n + 1)
    store<u32>(highs + to, low < end ? first + <u32>((high - score) >> 3) : n)
  }
}

/** Carries what is told up to the beginning of a row on to the ends of its bins. */
function carry(score: usize, end: usize, next: usize, told: f64): void {
  const more = f64x2.splat(told)
  for (; score + 16 <= end; score += 16, next += 16) {
    v128.store(next, f64x2.pmax(v128.load(next), f64x2.add(more, v128.load(score))))
  }
  if (score < end) store<f64>(next, max<f64>(load<f64>(next), told + load<f64>(score)))
}

/**
 * As `likelyEnds`, by layers: through a bin from a to b, k bins before it and at most `most` − k − 1 behind it. Layers of what
 * follows become those of at most so many bins.
 */
// prettier-ignore
export function likelyInLayers(scores: usize, firsts: usize, starts: usize, stops: usize, n: u32, after: usize, before: usize, lows: usize, highs: usize, most: u32, least: f64): void {
  const width = (<usize>n + 1) << 3
  for (let at = after + width, end = after + width * (<usize>most + 1); at < end; at += 8) {
    store<f64>(at, max<f64>(load<f64>(at), load<f64>(at - width)))
  }
  for (let from: u32 = 0; from < n; from++) {
    const first = wordOf(firsts, from)
    const start = wordOf(starts, from)
    const stop = wordOf(stops, from)
    const last = first + (stop - start)
    let low = first
    while (low < last && !reaches(scores, start + low - first, from, low, width, after, before, most, least)) low++
    let high = last
    while (high > low && !reaches(scores, start + high - 1 - first, from, high - 1, width, after, before, most, least)) high--
    const to = (<usize>from) << 2
    store<u32>(lows + to, low < high ? low : n + 1)
    store<u32>(highs + to, low < high ? high - 1 : n)
  }
}

// prettier-ignore
function reaches(scores: usize, bin: u32, from: u32, to: u32, width: usize, after: usize, before: usize, most: u32, least: f64): bool {
  const own = load<f64>(rowOf(scores, bin))
  let told = rowOf(before, from)
  let following = rowOf(after, to) + width * (<usize>most - 1)
  for (let k: u32 = 0; k < most; k++, told += width, following -= width) {
    if (load<f64>(told) + own + load<f64>(following) >= least) return true
  }
  return false
}

/** Layer k of `layers`: the most that exactly k bins tell from each of `n` points to the last one. */
// prettier-ignore
export function layersAfter(scores: usize, firsts: usize, starts: usize, stops: usize, n: u32, layers: usize, most: u32): void {
 
  const width = (<usize>n + 1) << 3
  clearLayers(layers, width, most)
  store<f64>(rowOf(layers, n), 0)
  for (let from = n; from-- > 0;) {
    const score = rowOf(scores, wordOf(starts, from))
    const end = rowOf(scores, wordOf(stops, from))
    if (score == end) continue
    let following = rowOf(layers, wordOf(firsts, from))
    let own = rowOf(layers, from)
    for (let k: u32 = 1; k <= most; k++, following += width) {
      own += width
      store<f64>(own, bestOf(score, end, following))
    }
  }
}

/** The same from the first point to each. */
// prettier-ignore
export function layersBefore(scores: usize, firsts: usize, starts: usize, stops: usize, n: u32, layers: usize, most: u32): void {
 
  const width = (<usize>n + 1) << 3
  clearLayers(layers, width, most)
  store<f64>(layers, 0)
  for (let from: u32 = 0; from < n; from++) {
    const score = rowOf(scores, wordOf(starts, from))
    const end = rowOf(scores, wordOf(stops, from))
    let next = rowOf(layers, wordOf(firsts, from))
    let own = rowOf(layers, from)
    for (let k: u32 = 1; k <= most; k++, own += width) {
      next += width
      const told = load<f64>(own)
      if (told > -Infinity) carry(score, end, next, told)
    }
  }
}

function clearLayers(layers: usize, width: usize, most: u32): void {
  for (let at = layers, end = layers + width * (<usize>most + 1); at < end; at += 8) store<f64>(at, -Infinity)
}

const ALIKE: f64 = 0.999

/**
 * Layer k of `layers`: the most that exactly k bins tell behind each bin, of which neighbours have rates whose squared deviate is
 * `least` or more. Bin b of all rows is number b + 1 of a layer, and the beginning is number 0. `ends` has room for a number of each
 * point.
 */
// prettier-ignore
export function differingLayers(weight: usize, height: usize, firsts: usize, starts: usize, stops: usize, n: u32, scores: usize, layers: usize, most: u32, least: f64, ends: usize): void {

  const width = (<usize>wordOf(stops, n - 1) + 1) << 3
  clearLayers(layers, width, most)
  for (let from: u32 = 0; from < n; from++) {
    const stop = wordOf(stops, from)
    const bins = stop - wordOf(starts, from)
    if (bins > 0 && wordOf(firsts, from) + bins - 1 == n) store<f64>(rowOf(layers, stop), 0)
  }
  for (let middle = n; middle-- > 0;) {
    const start = wordOf(starts, middle)
    const bins = wordOf(stops, middle) - start
    if (bins == 0) continue
    const first = wordOf(firsts, middle)
    const following = rowOf(layers, start + 1)
    if (middle == 0) {
      for (let i: u32 = 0; i < bins; i++) store<u32>(ends + ((<usize>i) << 2), i)
      bestOfEnds(rowOf(scores, start), following, width, ends, bins, layers, most)
      break
    }
    for (let from: u32 = 0; from < middle; from++) {
      const begin = wordOf(starts, from)
      const before = wordOf(firsts, from)
      if (middle < before || middle - before >= wordOf(stops, from) - begin) continue
      const count = differingEnds(weight, height, from, middle, first, bins, least, ends)
      const node = rowOf(layers, begin + middle - before + 1)
      if (count > 0) bestOfEnds(rowOf(scores, start), following, width, ends, count, node, most)
    }
  }
}

/** Those of the `bins` ends from `first` on that make a bin which differs from the one before: less `first`, at `ends`; how many. */
// prettier-ignore
function differingEnds(weight: usize, height: usize, from: u32, middle: u32, first: u32, bins: u32, least: f64, ends: usize): u32 {
  const wm = load<f64>(rowOf(weight, middle))
  const hm = load<f64>(rowOf(height, middle))
  const m = wm - load<f64>(rowOf(weight, from))
  const a = hm - load<f64>(rowOf(height, from))
  const ms = f64x2.splat(m)
  const as = f64x2.splat(a)
  const wms = f64x2.splat(wm)
  const hms = f64x2.splat(hm)
  // As `mayDiffer` of src/discretizers/optimal/parts/event-parts.ts.
  const bar = f64x2.splat(ALIKE * least * m)
  let count: u32 = 0
  let ofWeight = rowOf(weight, first)
  let ofHeight = rowOf(height, first)
  for (let i: u32 = 0; i < bins; i += 2, ofWeight += 16, ofHeight += 16) {
    const ns = f64x2.sub(v128.load(ofWeight), wms)
    const bs = f64x2.sub(v128.load(ofHeight), hms)
    const all = f64x2.add(ms, ns)
    const events = f64x2.add(as, bs)
    const change = f64x2.sub(f64x2.mul(as, ns), f64x2.mul(bs, ms))
    const far = f64x2.mul(f64x2.mul(change, change), all)
    const near = f64x2.mul(f64x2.mul(f64x2.mul(bar, events), f64x2.sub(all, events)), ns)
    const differ = f64x2.ge(far, near)
    if (!v128.any_true(differ)) continue
    if (i64x2.extract_lane(differ, 0) != 0 && differs(a, m, f64x2.extract_lane(bs, 0), f64x2.extract_lane(ns, 0), least)) {
      store<u32>(ends + ((<usize>(count++)) << 2), i)
    }
    // Of two the second may lie behind the last.
    if (i + 1 < bins && i64x2.extract_lane(differ, 1) != 0 && differs(a, m, f64x2.extract_lane(bs, 1), f64x2.extract_lane(ns, 1), least)) {
      store<u32>(ends + ((<usize>(count++)) << 2), i + 1)
    }
  }
  return count
}

/** Whether `squaredDeviate` of src/measures/neighbours-p-value.ts is `least` or more, bit for bit. */
function differs(a: f64, m: f64, b: f64, n: f64, least: f64): bool {
  const pooled = (a + b) / (m + n)
  const spread = pooled * (1 - pooled) * (1 / m + 1 / n)
  const difference = a / m - b / n
  return (spread > 0 ? (difference * difference) / spread : 0) >= least
}

/** Writes layers 1 … `most` of a node: the best of the scores of `count` ends and the layer before of what follows them. */
// prettier-ignore
function bestOfEnds(scores: usize, following: usize, width: usize, ends: usize, count: u32, node: usize, most: u32): void {
  const last = ends + ((<usize>count) << 2)
  for (let k: u32 = 1; k <= most; k++, following += width) {
    let best: f64 = -Infinity
    for (let end = ends; end < last; end += 4) {
      const at = (<usize>load<u32>(end)) << 3
      best = max<f64>(best, load<f64>(scores + at) + load<f64>(following + at))
    }
    node += width
    store<f64>(node, best)
  }
}
