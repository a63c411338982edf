// Running sums of weighted values and of their squares, each in two doubles, as src/discretizers/search/squared-distance.ts
// describes them. Left and right of the middle the sums run at the same time, since each step has to wait for the one before.

const SPLITTER: f64 = 134217729

/** Where the arrays of the sums start, and how they are made. */
let values: usize = 0
let below: usize = 0
let sums: usize = 0
let sumRests: usize = 0
let squares: usize = 0
let squareRests: usize = 0
let blur: usize = 0

/** Tells where the arrays are. */
export function place(v: usize, w: usize, s: usize, sr: usize, q: usize, qr: usize, b: usize): void {
  values = v
  below = w
  sums = s
  sumRests = sr
  squares = q
  squareRests = qr
  blur = b
}

/** Scales `n` values, and makes of `n` weights those of the cells before each cell, and of all, in the array of `n + 1`. */
export function scale(n: u32, grow: f64, growOn: f64, weigh: f64, weighOn: f64): void {
  let sum: f64 = 0
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8) {
    store<f64>(values + i, load<f64>(values + i) * grow * growOn)
    const weight = load<f64>(below + i)
    store<f64>(below + i, sum)
    sum += weight * weigh * weighOn
  }
  store<f64>(below + ((<usize>n) << 3), sum)
}

/** Adds up from the middle cell outward. */
export function addUp(n: u32, middle: u32, factor: f64): void {
  const centre = load<f64>(values + ((<usize>middle) << 3))
  const first = (<usize>middle) << 3
  const end = (<usize>n) << 3
  setEnd(first, 0, 0, 0, 0, 0)
  // To the right in the first lane, to the left in the second.
  let sum = f64x2.splat(0)
  let sumRest = f64x2.splat(0)
  let square = f64x2.splat(0)
  let squareRest = f64x2.splat(0)
  const steps = f64x2(1, -1)
  const centres = f64x2.splat(centre)
  const factors = f64x2.splat(factor)
  const longer = max<usize>(first, end - first)
  for (let far: usize = 0; far < longer; far += 8) {
    const hasRight = first + far < end
    const hasLeft = far < first
    const right = hasRight ? first + far : first
    const left = hasLeft ? first - far - 8 : first
    const cell = f64x2(load<f64>(values + right), load<f64>(values + left))
    const weights = f64x2.mul(
      f64x2.sub(
        f64x2(load<f64>(below + right, 8), load<f64>(below + left, 8)),
        f64x2(load<f64>(below + right), load<f64>(below + left)),
      ),
      steps,
    )
    const x = f64x2.sub(cell, centres)
    const xRest = lost(cell, centres, x)
    const wx = f64x2.mul(weights, x)
    const wxRest = f64x2.add(productLost(weights, x, wx), f64x2.mul(weights, xRest))
    const wxx = f64x2.mul(wx, x)
    const wxxRest = f64x2.add(f64x2.add(productLost(wx, x, wxx), f64x2.mul(wx, xRest)), f64x2.mul(wxRest, x))

    const larger = f64x2.add(sum, wx)
    const missed = f64x2.add(lost(sum, f64x2.neg(wx), larger), f64x2.add(sumRest, wxRest))
    sum = f64x2.add(larger, missed)
    sumRest = f64x2.sub(missed, f64x2.sub(sum, larger))
    const more = f64x2.add(square, wxx)
    const left2 = f64x2.add(lost(square, f64x2.neg(wxx), more), f64x2.add(squareRest, wxxRest))
    square = f64x2.add(more, left2)
    squareRest = f64x2.sub(left2, f64x2.sub(square, more))
    const blurs = f64x2.mul(factors, f64x2.add(f64x2.abs(square), f64x2.abs(f64x2.mul(sum, x))))
    if (hasRight) setEnd(right + 8, f64x2.extract_lane(sum, 0), f64x2.extract_lane(sumRest, 0), f64x2.extract_lane(square, 0), f64x2.extract_lane(squareRest, 0), f64x2.extract_lane(blurs, 0)) // prettier-ignore
    if (hasLeft) setEnd(left, f64x2.extract_lane(sum, 1), f64x2.extract_lane(sumRest, 1), f64x2.extract_lane(square, 1), f64x2.extract_lane(squareRest, 1), f64x2.extract_lane(blurs, 1)) // prettier-ignore
  }
}

function setEnd(at: usize, sum: f64, sumRest: f64, square: f64, squareRest: f64, blurred: f64): void {
  store<f64>(sums + at, sum)
  store<f64>(sumRests + at, sumRest)
  store<f64>(squares + at, square)
  store<f64>(squareRests + at, squareRest)
  store<f64>(blur + at, blurred)
}

/** What rounding lost in a − b (Knuth). */
function lost(a: v128, b: v128, difference: v128): v128 {
  const part = f64x2.sub(difference, a)
  return f64x2.sub(f64x2.sub(a, f64x2.sub(difference, part)), f64x2.add(b, part))
}

/** What rounding lost in a · b (Dekker). */
function productLost(a: v128, b: v128, product: v128): v128 {
  const splitter = f64x2.splat(SPLITTER)
  const aShifted = f64x2.mul(a, splitter)
  const aHigh = f64x2.sub(aShifted, f64x2.sub(aShifted, a))
  const aLow = f64x2.sub(a, aHigh)
  const bShifted = f64x2.mul(b, splitter)
  const bHigh = f64x2.sub(bShifted, f64x2.sub(bShifted, b))
  const bLow = f64x2.sub(b, bHigh)
  const rest = f64x2.sub(f64x2.sub(f64x2.sub(product, f64x2.mul(aHigh, bHigh)), f64x2.mul(aLow, bHigh)), f64x2.mul(aHigh, bLow)) // prettier-ignore
  return f64x2.sub(f64x2.mul(aLow, bLow), rest)
}
