import { describe, expect, test } from 'vitest'
import { dealRows } from '../../src/explain/deal-rows.ts'
import { columnEvidence } from '../../src/explain/evidence.ts'
import { classTally } from '../../src/explain/check/class-judge.ts'
import { HALF } from '../../src/explain/check/hold-out.ts'
import { asideSlots, sharpColumns } from '../../src/explain/sharp-columns.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import type { LabelValues } from '../../src/types.ts'

const LABELS = Array.from({ length: 80 }, (_, i) => 'ab'[i % 2])
const marks = markRows(80, { target: LABELS })
/** A column that makes every row differ. */
const table = { number: LABELS.map((_, i) => i) }
const rows = dealRows(table, ['number'], marks, { seed: 1, copies: true })
const evidenceOf = (values: LabelValues): ReturnType<typeof columnEvidence> =>
  columnEvidence('x', values, rows, { fit: {}, tiny: 0, enough: 5, together: false })
const { alike } = rows

describe('a sharp column', () => {
  test('of numbers has cuts', () => {
    const telling = LABELS.map((label, i) => (label === 'a' ? i : 100 + i))
    const blunt = LABELS.map((_, i) => i)
    expect(sharpColumns([evidenceOf(telling), evidenceOf(blunt)], alike, 5)).toEqual([true, false])
  })

  test('of levels has levels that differ in the classes beyond chance', () => {
    const telling = LABELS.map((label, i) => (i % 8 === 0 ? 'z' : label))
    const blunt = LABELS.map((_, i) => (i % 4 < 2 ? 'y' : 'z'))
    const single = LABELS.map(() => 'y')
    const many = LABELS.map((_, i) => `l${i}`)
    const columns = [telling, blunt, single, many].map(evidenceOf)
    expect(sharpColumns(columns, alike, 5)).toEqual([true, false, false, false])
  })

  test('of levels has to be sharper when there are many such columns', () => {
    // 26 of 40 against 16 of 40: χ² 5.01 with one degree of freedom, p 0.025
    const values = LABELS.map((label, i) => ((label === 'a' ? i < 52 : i < 32) ? 'y' : 'z'))
    const one = evidenceOf(values)
    expect(sharpColumns([one], alike, 5)).toEqual([true])
    expect(sharpColumns([one, one, one], alike, 5)).toEqual([false, false, false])
  })
})

describe('evidence', () => {
  test('counts every row with a class once, in the half that it belongs to', () => {
    const values = LABELS.map((label, i) => (i % 10 === 3 ? null : label === 'a' ? i : 100 + i))
    const { column, counts, half, found, heldOut, shared } = evidenceOf(values)
    const sum = (numbers: Float64Array | null): number => (numbers ?? new Float64Array()).reduce((a, b) => a + b, 0)
    expect([sum(counts), sum(found), sum(heldOut), sum(shared)]).toEqual([240, 120, 120, 80])
    expect(rows.halves.filter((part) => part === HALF.found)).toHaveLength(40)
    // Two bins and missing on both sides.
    expect([column.bins.length, half.bins.length, counts.length, shared!.length]).toEqual([2, 2, 18, 9])
    // Rows, weights and squared weights by class of each slot.
    expect(Array.from(counts)).toEqual([40, 0, 40, 0, 40, 0, 0, 32, 0, 32, 0, 32, 0, 8, 0, 8, 0, 8])
  })

  test('cuts the half without looking at the other', () => {
    const values = LABELS.map((label, i) => (label === 'a' ? i : 100 + i))
    // The held-out rows with their classes exchanged leave the cuts of the half as they are.
    const turned = markRows(80, { target: LABELS.map((label, i) => (rows.halves[i] === HALF.found ? label : label === 'a' ? 'b' : 'a')) }) // prettier-ignore
    const again = dealRows(table, ['number'], turned, { seed: 1, copies: true })
    const weighed = { weights: null, squares: null, cubes: null, effective: 80 }
    const tally = classTally(turned.codes!, 2, weighed, rows.halves)
    const others = { ...again, halves: rows.halves, found: rows.found, tally }
    const options = { fit: {}, tiny: 0, enough: 5, together: false }
    const [mine, theirs] = [rows, others].map((given) => columnEvidence('x', values, given, options))
    expect(theirs.half).toEqual(mine.half)
    expect(theirs.found).toEqual(mine.found)
    expect(theirs.heldOut).not.toEqual(mine.heldOut)
  })

  test('says how many slots for missing and special values hold rows', () => {
    const missing = LABELS.map((_, i) => (i < 5 ? null : i))
    const coded = columnEvidence('x', missing, rows, {
      fit: { special: [7, 1000] },
      tiny: 0,
      enough: 5,
      together: false,
    })
    expect(asideSlots([coded, evidenceOf(LABELS)])).toBe(2)
  })
})
