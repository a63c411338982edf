// χ² of two neighbours by their counts, as chiSquareOfPair of src/measures/chi-square.ts computes it, in the same order.

/** Counts are u32 or f64; `floor` is the least expected count in the denominator, `add` what is added to every count. */
export function chiSquare<Count>(a: usize, b: usize, classes: u32, floor: f64, add: f64): f64 {
  if (classes == 2) return ofTwo<Count>(a, b, floor, add)
  let aTotal: f64 = 0
  let bTotal: f64 = 0
  const bytes = (<usize>classes) << alignof<Count>()
  for (let c: usize = 0; c < bytes; c += sizeof<Count>()) {
    aTotal += countAt<Count>(a + c) + add
    bTotal += countAt<Count>(b + c) + add
  }
  const all = aTotal + bTotal
  let sum: f64 = 0
  for (let c: usize = 0; c < bytes; c += sizeof<Count>()) {
    const inA = countAt<Count>(a + c) + add
    const inB = countAt<Count>(b + c) + add
    const column = inA + inB
    if (column == 0) continue
    sum += term(inA, (aTotal * column) / all, floor) + term(inB, (bTotal * column) / all, floor)
  }
  return sum
}

/**
 * By how much the χ² of all bins falls when two become one, as src/discretizers/methods/khiops.ts computes it, in the same order; `ratios` has
 * the rows of all classes for each row of a class, 0 for a class without any.
 */
export function chiSquareLost<Count>(a: usize, b: usize, classes: u32, ratios: usize): f64 {
  const bytes = (<usize>classes) << alignof<Count>()
  let inA: f64 = 0
  let inB: f64 = 0
  for (let c: usize = 0; c < bytes; c += sizeof<Count>()) {
    inA += countAt<Count>(a + c)
    inB += countAt<Count>(b + c)
  }
  let sum: f64 = 0
  for (let c: usize = 0; c < bytes; c += sizeof<Count>()) {
    const apart = countAt<Count>(a + c) / inA - countAt<Count>(b + c) / inB
    sum += apart * apart * load<f64>(ratios)
    ratios += 8
  }
  return sum * inA * (inB / (inA + inB))
}

function countAt<Count>(at: usize): f64 {
  return isInteger<Count>() ? <f64>load<u32>(at) : load<f64>(at)
}

function term(observed: f64, expected: f64, floor: f64): f64 {
  const difference = observed - expected
  return difference == 0 ? 0 : (difference * difference) / (expected > floor ? expected : floor)
}

/** Of two classes, each in a lane of its own: divisions take most of the time, and two take no longer than one. */
function ofTwo<Count>(a: usize, b: usize, floor: f64, add: f64): f64 {
  const added = f64x2.splat(add)
  const inA = f64x2.add(bothAt<Count>(a), added)
  const inB = f64x2.add(bothAt<Count>(b), added)
  const aTotal = f64x2.extract_lane(inA, 0) + f64x2.extract_lane(inA, 1)
  const bTotal = f64x2.extract_lane(inB, 0) + f64x2.extract_lane(inB, 1)
  const all = f64x2.splat(aTotal + bTotal)
  const column = f64x2.add(inA, inB)
  const termA = terms(inA, f64x2.div(f64x2.mul(f64x2.splat(aTotal), column), all), floor)
  const termB = terms(inB, f64x2.div(f64x2.mul(f64x2.splat(bTotal), column), all), floor)
  const both = v128.and(f64x2.add(termA, termB), f64x2.ne(column, f64x2.splat(0)))
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)
}

function bothAt<Count>(at: usize): v128 {
  return isInteger<Count>() ? f64x2.convert_low_i32x4_u(v128.load64_zero(at)) : v128.load(at)
}

function terms(observed: v128, expected: v128, floor: f64): v128 {
  const difference = f64x2.sub(observed, expected)
  const squared = f64x2.div(f64x2.mul(difference, difference), f64x2.pmax(f64x2.splat(floor), expected))
  return v128.and(squared, f64x2.ne(difference, f64x2.splat(0)))
}
