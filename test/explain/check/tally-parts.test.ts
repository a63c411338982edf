import { expect, test } from 'vitest'
import { classTally } from '../../../src/explain/check/class-judge.ts'
import { tallyParts } from '../../../src/explain/check/tally-parts.ts'
import { random } from '../../../src/util/random.ts'

const ROWS = 500
const { integer } = random(2)

test.each([2, 3, 200])(
  'rows that all count once are tallied as they are added one by one (%i classes)',
  (classCount) => {
    const codes = Int32Array.from({ length: ROWS }, () => integer(classCount + 1) - 1)
    const halves = Uint8Array.from(codes, (code) => (code < 0 ? 0 : 1 + integer(2)))
    const weighed = { weights: null, squares: null, cubes: null, effective: ROWS }
    const tally = classTally(codes, classCount, weighed, halves)
    expect(tally.plain).not.toBeNull()
    const parts = [[0], [1, 2], [0, 3]].map((cells) => ({
      slots: Uint8Array.from({ length: ROWS }, () => integer(4)),
      cells,
      size: 4,
    }))
    for (const some of [parts.slice(0, 1), parts.slice(1), parts]) {
      const counted = tallyParts(some, { halves, tally })
      expect(counted).toEqual(tallyParts(some, { halves, tally: { ...tally, plain: null } }))
    }
  },
)
