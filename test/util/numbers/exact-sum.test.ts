import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExactSum, productError } from '../../../src/util/numbers/exact-sum.ts'
import { type Dyadic, dyadic, nearest, plus, sumOf, times, ZERO } from '../dyadic.ts'

fc.configureGlobal({ seed: 271828, numRuns: 300 })

const { MAX_VALUE, MIN_VALUE, EPSILON } = Number

function summed(terms: Iterable<number>): number {
  const sum = new ExactSum()
  for (const term of terms) sum.add(term)
  return sum.value()
}

function expanded(terms: Iterable<number>): number[] {
  const sum = new ExactSum()
  for (const term of terms) sum.add(term)
  return sum.expansion()
}

/** The rounded sum, the rounded remainder and so on, by exact arithmetic. */
function exactExpansion(terms: Iterable<number>): number[] {
  let rest = sumOf(terms)
  const expansion: number[] = []
  do {
    const next = nearest(rest)
    expansion.push(next)
    rest = plus(rest, dyadic(-next))
  } while (rest.digits !== 0n)
  return expansion
}

const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true })
/** Numbers of a few magnitudes, so that sums cancel and end half way between doubles. */
const colliding = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-1074, -1022, -106, -54, -53, -52, -1, 0, 1, 52, 53, 54, 106))
  .map(([digit, exponent]) => digit * 2 ** exponent)

describe('the reference arithmetic', () => {
  test('gives every double back', () => {
    for (const x of [0, 1, -1.5, 0.1, MAX_VALUE, -MAX_VALUE, MIN_VALUE, -3 * MIN_VALUE, 2 ** -1022]) {
      expect(nearest(dyadic(x))).toBe(x)
    }
    fc.assert(fc.property(anyFinite, (x) => nearest(dyadic(x)) === x))
  })

  test('rounds as the hardware does', () => {
    fc.assert(
      fc.property(anyFinite, anyFinite, (a, b) => {
        expect(nearest(plus(dyadic(a), dyadic(b)))).toBe(a + b + 0)
        expect(nearest(times(dyadic(a), dyadic(b))) + 0).toBe(a * b + 0)
      }),
    )
  })
})

describe('ExactSum', () => {
  test('of nothing is 0', () => {
    expect(summed([])).toBe(0)
    expect(summed([0, -0, 0])).toBe(0)
    expect(summed([-0])).toBe(0)
  })

  test('loses nothing where plain addition does', () => {
    expect(summed([1e100, 1, -1e100])).toBe(1)
    expect(summed(Array(10).fill(0.1))).toBe(1)
    expect(summed([1, 1e-20, -1])).toBe(1e-20)
  })

  test('rounds half way to the even neighbour', () => {
    expect(summed([1, EPSILON / 2])).toBe(1)
    expect(summed([1 + EPSILON, EPSILON / 2])).toBe(1 + 2 * EPSILON)
    expect(summed([-1, -EPSILON / 2])).toBe(-1)
  })

  test('lets the smallest part decide what is just beside half way', () => {
    expect(summed([1, EPSILON / 2, MIN_VALUE])).toBe(1 + EPSILON)
    expect(summed([1, EPSILON / 2, -MIN_VALUE])).toBe(1)
    expect(summed([1 + EPSILON, EPSILON / 2, -MIN_VALUE])).toBe(1 + EPSILON)
    expect(summed([-1, -EPSILON / 2, -MIN_VALUE])).toBe(-1 - EPSILON)
  })

  test('equals exact arithmetic for doubles of every size', () => {
    fc.assert(
      fc.property(fc.array(anyFinite, { maxLength: 40 }), (terms) => {
        expect(summed(terms)).toBe(nearest(sumOf(terms)))
      }),
    )
  })

  test('equals exact arithmetic where terms cancel and meet half way', () => {
    fc.assert(
      fc.property(fc.array(colliding, { maxLength: 30 }), (terms) => {
        expect(summed(terms)).toBe(nearest(sumOf(terms)))
      }),
    )
  })

  test('does not depend on the order of the terms', () => {
    const shuffled = fc
      .array(fc.oneof(anyFinite, colliding), { maxLength: 30 })
      .chain((terms) =>
        fc.tuple(fc.constant(terms), fc.shuffledSubarray(terms, { minLength: terms.length, maxLength: terms.length })),
      )
    fc.assert(
      fc.property(shuffled, ([terms, others]) => {
        expect(summed(others)).toBe(summed(terms))
        expect(expanded(others)).toEqual(expanded(terms))
      }),
    )
  })

  test('survives terms whose partial sums are beyond the largest double', () => {
    expect(summed([MAX_VALUE, MAX_VALUE, -MAX_VALUE])).toBe(MAX_VALUE)
    expect(summed([MAX_VALUE, MAX_VALUE, -MAX_VALUE, -MAX_VALUE, 1])).toBe(1)
    expect(summed([1e308, 1e308, 1e308, -2e307, -1e308, -1e308])).toBe(8e307)
  })

  test('is infinite only where the exact sum is beyond the largest double', () => {
    expect(summed([MAX_VALUE, MAX_VALUE])).toBe(Infinity)
    expect(summed([-MAX_VALUE, -MAX_VALUE])).toBe(-Infinity)
    expect(summed([MAX_VALUE, 2 ** 969])).toBe(MAX_VALUE)
    expect(summed([MAX_VALUE, 2 ** 970])).toBe(Infinity) // half way, and the even neighbour is 2^1024
  })

  test('rounds down to the largest double just below half way beyond it', () => {
    expect(summed([MAX_VALUE, 2 ** 970, -1])).toBe(MAX_VALUE)
  })

  test('comes back from beyond the largest double by many smaller terms', () => {
    expect(summed([2 ** 1023, 2 ** 1023, ...Array<number>(4096).fill(-(2 ** 959))])).toBe(MAX_VALUE)
  })

  test('keeps infinities, and is NaN for opposite ones', () => {
    expect(summed([1, Infinity, 2])).toBe(Infinity)
    expect(summed([1, -Infinity, MAX_VALUE, MAX_VALUE])).toBe(-Infinity)
    expect(summed([Infinity, 1, -Infinity])).toBeNaN()
    expect(summed([1, NaN])).toBeNaN()
  })

  test('can be read and then go on', () => {
    const sum = new ExactSum()
    sum.add(1e100)
    sum.add(1)
    expect(sum.value()).toBe(1e100)
    sum.add(-1e100)
    expect(sum.value()).toBe(1)
    sum.reset()
    expect(sum.value()).toBe(0)
  })

  test('holds a sum that needs many parts', () => {
    const terms = Array.from({ length: 36 }, (_, i) => 2 ** (-1070 + 58 * i))
    expect(summed(terms)).toBe(nearest(sumOf(terms)))
    expect(expanded(terms)).toEqual(terms.toReversed())
    expect(summed([...terms, ...terms.map((term) => -term)])).toBe(0)
  })
})

describe('the expansion of an ExactSum', () => {
  test('is the rounded sum, then the rounded remainder, until nothing is left', () => {
    expect(expanded([])).toEqual([0])
    expect(expanded([3, 4])).toEqual([7])
    expect(expanded([1, 1e-20])).toEqual([1, 1e-20])
    expect(expanded([0.1, 0.2])).toEqual([0.30000000000000004, -2.7755575615628914e-17])
    expect(expanded([MAX_VALUE, MAX_VALUE])).toEqual([Infinity])
  })

  test('equals exact arithmetic', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(colliding, anyFinite), { maxLength: 20 }), (terms) => {
        fc.pre(Number.isFinite(nearest(sumOf(terms))))
        expect(expanded(terms)).toEqual(exactExpansion(terms))
      }),
    )
  })

  test('leaves the sum empty', () => {
    const sum = new ExactSum()
    sum.add(0.1)
    sum.add(0.2)
    sum.expansion()
    expect(sum.value()).toBe(0)
  })
})

describe('addProduct', () => {
  const moderate = fc.double({ noNaN: true, min: -1e100, max: 1e100 }).filter((x) => x === 0 || Math.abs(x) > 1e-100)

  test('adds products without rounding them', () => {
    const products = (pairs: readonly (readonly [number, number])[]): number => {
      const sum = new ExactSum()
      for (const [a, b] of pairs) sum.addProduct(a, b)
      return sum.value()
    }
    const small = products([
      [0.1, 0.1],
      [-0.01, 1],
    ])
    expect(small).toBe(9.020562075079397e-19)
    fc.assert(
      fc.property(fc.array(fc.tuple(moderate, moderate), { maxLength: 20 }), (pairs) => {
        let exact: Dyadic = ZERO
        for (const [a, b] of pairs) exact = plus(exact, times(dyadic(a), dyadic(b)))
        expect(products(pairs)).toBe(nearest(exact))
      }),
    )
  })

  test('adds a product of one and the largest double', () => {
    const sum = new ExactSum()
    sum.addProduct(1, MAX_VALUE)
    expect(sum.value()).toBe(MAX_VALUE)
  })

  test('adds products that overflow one by one and not together', () => {
    const sum = new ExactSum()
    sum.addProduct(2, MAX_VALUE)
    sum.addProduct(-1, MAX_VALUE)
    expect(sum.value()).toBe(MAX_VALUE)
  })
})

describe('productError', () => {
  test('is what rounding took from a product', () => {
    expect(productError(0.1, 0.1, 0.1 * 0.1)).toBe(-8.326672684688674e-19)
    const near = fc.double({ noNaN: true, min: -1e140, max: 1e140 }).filter((x) => x === 0 || Math.abs(x) > 1e-140)
    fc.assert(
      fc.property(near, near, (a, b) => {
        expect(productError(a, b, a * b) + 0).toBe(exactProductError(a, b))
      }),
    )
  })

  test('holds for factors as large as doubles go, where the product is finite', () => {
    const pairs = [
      [1, MAX_VALUE],
      [-1, MAX_VALUE],
      [0.75, MAX_VALUE],
      [MAX_VALUE, 1 / 3],
      [2 ** 1000, 1.1],
      [1e-5, 1.7e308],
    ]
    for (const [a, b] of pairs) {
      expect([a, b, productError(a, b, a * b) + 0]).toEqual([a, b, exactProductError(a, b)])
    }
  })

  function exactProductError(a: number, b: number): number {
    return nearest(plus(times(dyadic(a), dyadic(b)), dyadic(-(a * b))))
  }
})
