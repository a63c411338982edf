import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FormatError } from '../../../src/errors.ts'
import { summariesToBytes, summaryToBytes } from '../../../src/summaries/saved/summary-bytes.ts'
import { summariesFromBytes } from '../../../src/summaries/saved/read-summary-bytes.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { sealed, tables } from '../made-summaries.ts'

/** A valid summary, or an error that says what is wrong. */
function triesToRead(bytes: Uint8Array): boolean {
  try {
    const written = summariesToBytes(summariesFromBytes(bytes))
    // What was read can be written and read again, so it is whole.
    if (Buffer.compare(summariesToBytes(summariesFromBytes(written)), written) !== 0) throw new Error('not the same')
    return true
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return false
  }
}

describe('damaged bytes', () => {
  // Thousands of errors need no traces.
  beforeAll(() => void (Error.stackTraceLimit = 0))
  afterAll(() => void (Error.stackTraceLimit = 10))

  const { next } = random(7)
  const below = (most: number): number => Math.floor(next() * most)

  test('200,000 random inputs give a clear error', () => {
    let read = 0
    const head = summaryToBytes(summarize([1])).subarray(0, 24)
    for (let i = 0; i < 200_000; i++) {
      const bytes = new Uint8Array(below(60))
      for (let at = 0; at < bytes.length; at++) bytes[at] = below(256)
      // Half of them look right from outside, and are full of small numbers.
      if (triesToRead(i % 2 === 0 ? bytes : sealed(Buffer.concat([head, bytes.map((byte) => byte >> 5)])))) read++
    }
    expect(read).toBe(0)
  }, 20_000)

  test('10,000 mutated files give a clear error or a valid summary', () => {
    const files = fc.sample(tables, { numRuns: 60, seed: 3 }).map(summariesToBytes)
    const outcomes = { read: 0, refused: 0 }
    for (let i = 0; i < 10_000; i++) {
      const file = files[below(files.length)]
      const bytes = mutate(file, files[below(files.length)])
      const fits = i % 4 !== 0
      outcomes[triesToRead(fits ? sealed(bytes) : bytes) ? 'read' : 'refused']++
    }
    expect(outcomes.refused).toBeGreaterThan(5000)
    expect(outcomes.read).toBeGreaterThan(50)
  }, 20_000)

  function mutate(file: Uint8Array, other: Uint8Array): Uint8Array {
    const at = 24 + below(file.length - 24)
    const kind = below(5)
    if (kind === 0) return file.subarray(0, below(file.length))
    if (kind === 1) return Buffer.concat([file.subarray(0, at), other.subarray(below(other.length))])
    if (kind === 2) return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + below(4))])
    const copy = file.slice()
    for (let flips = 1 + below(3); flips > 0; flips--) copy[24 + below(file.length - 24)] ^= 1 << below(8)
    if (kind === 3) copy.fill(below(2) * 255, at, at + 8)
    return copy
  }
})
