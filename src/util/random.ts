import { ln } from './numbers/log2.ts'

/** A seeded source of random numbers; the same seed gives the same numbers on every runtime. */
export interface Random {
  /** uniform in [0, 1), 53 random bits */
  readonly next: () => number
  /** uniform whole number in [0, n) */
  readonly integer: (n: number) => number
  /** standard normal */
  readonly normal: () => number
}

/**
 * A generator in the "small fast counting" family: three 32-bit words of state and a counter, stirred by shifts and
 * adds. Good for sampling and tests, not for secrets.
 *
 *     const { next } = random(7)
 *     console.log(next() === random(7).next(), next() < 1) // → true true
 *
 * @param seed any whole number; the same seed gives the same numbers on every runtime
 */
export function random(seed: number): Random {
  let a = seed | 0
  let b = (seed / 0x100000000) | 0
  let c = 0x9e3779b9 | 0
  let counter = 1

  const word = (): number => {
    const out = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    return out >>> 0
  }
  for (let i = 0; i < 16; i++) word() // so that neighbouring seeds part ways

  const next = (): number => ((word() >>> 5) * 0x4000000 + (word() >>> 6)) / 0x20000000000000
  const normal = (): number => {
    // Polar method; the second value of the pair is dropped to keep the state in one place.
    for (;;) {
      const u = 2 * next() - 1
      const v = 2 * next() - 1
      const r = u * u + v * v
      if (r > 0 && r < 1) return u * Math.sqrt((-2 * ln(r)) / r)
    }
  }
  return { next, integer: (n) => Math.floor(next() * n), normal }
}
