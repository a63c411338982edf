import { describe, expect, test } from 'vitest'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import { explainNumber, type ExplainNumberOptions } from '../../src/explain/explain-number.ts'
import type { NumberExplanation } from '../../src/explain/findings.ts'
import type { Table } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'
import { stepTable } from './made.ts'

/** 300 rows: price is high from step 0.7 up, higher still where the colour is red too; noise says nothing. */
function prices(): Record<string, number[] | string[]> {
  const { next, normal, integer } = random(21)
  const step = Array.from({ length: 300 }, next)
  const noise = Array.from({ length: 300 }, next)
  const colour = step.map(() => ['red', 'blue'][integer(2)])
  const price = step.map((x, row) => 100 + 10 * normal() + (x >= 0.7 ? (colour[row] === 'red' ? 40 : 12) : 0))
  return { step, noise, colour, price }
}

const explain = (table: Table, options: Partial<ExplainNumberOptions> = {}): Promise<NumberExplanation> =>
  explainNumber(table, { target: 'price', ...options })

describe('where a number is high or low', () => {
  test('is told in few ranges with means over all rows and a check', async () => {
    const table = prices()
    const { kind, target, mean, deviation, directions, tried, notes } = await explain(table)
    expect([kind, target, notes]).toEqual(['number', { name: 'price', classes: [] }, []])
    const price = table['price'] as number[]
    expect(mean).toBeCloseTo(price.reduce((sum, y) => sum + y, 0) / 300, 9)
    expect(deviation).toBeGreaterThan(10)
    const [high, low] = directions
    expect([high.direction, low.direction]).toEqual(['high', 'low'])
    const [first] = high.ranges
    expect([first.column, first.verdict, first.rule]).toEqual(['step', 'holds', 'lift'])
    const { from } = first.range as { from: number }
    const inside = price.filter((_, row) => (table['step'] as number[])[row] >= from)
    expect(first.rows).toBe(inside.length)
    expect(first.mean).toBeCloseTo(inside.reduce((sum, y) => sum + y, 0) / inside.length, 9)
    expect(first.difference).toBeCloseTo(first.mean - mean, 9)
    expect(first.check!.heldOut.mean).toBeGreaterThan(first.check!.overall)
    expect(low.ranges[0].column).toBe('step')
    expect(tried).toMatchObject({
      method: 'variance',
      rows: 300,
      depth: 2,
      different: 300,
      effective: 300,
      weights: null,
    })
    expect(tried.blunt).toEqual(['noise'])
  })

  test('is told of ranges together', async () => {
    const { directions } = await explain(prices(), { direction: 'high' })
    expect(directions.map(({ direction }) => direction)).toEqual(['high'])
    const [first] = directions[0].together
    expect(first.ranges.map(({ column }) => column).toSorted()).toEqual(['colour', 'step'])
    expect(first.mean).toBeGreaterThan(Math.max(...first.without.map(({ mean }) => mean)))
    expect(first.check.heldOut.mean).toBeGreaterThan(Math.max(...first.check.without.map(({ mean }) => mean)))
    expect((await explain(prices(), { depth: 1 })).directions.every(({ together }) => together.length === 0)).toBe(true)
  })

  test('leaves out rows without a number, and says so', async () => {
    const table = prices()
    const price = (table['price'] as (number | null)[]).map((y, row) => (row < 3 ? null : y))
    const { tried, notes } = await explain({ ...table, price })
    expect(tried.rows).toBe(297)
    expect(notes).toEqual([{ code: 'unlabelled', message: '3 rows without a number to explain left out' }])
  })

  test.each<[string, Table, Partial<ExplainNumberOptions>, string]>([
    ['text', prices(), { target: 'colour' }, 'explainNumber: column "colour" must hold numbers, got "blue" at row 0'],
    ['one number', { x: [1, 2], price: [5, 5] }, {}, 'explainNumber: "price" has only the number 5, and there is nothing to tell apart'], // prettier-ignore
    ['no number', { x: [1, 2], price: [null, null] }, {}, 'explainNumber: "price" has no number, and there is nothing to tell apart'], // prettier-ignore
    ['another direction', prices(), { direction: 'up' as 'high' }, 'explainNumber: direction must be one of high, low, both, got "up"'], // prettier-ignore
  ])('%s is refused', async (_, table, options, message) => {
    const { target: __, ...rest } = { target: '', ...options }
    await expect(explainNumber(table, { target: options.target ?? 'price', ...rest })).rejects.toThrow(message)
  })
})

describe('weights', () => {
  const table: Table = { ...stepTable(), w: Array.from({ length: 400 }, (_, row) => 1 + (row % 4)) }
  const options = { target: 'y', goal: 'yes', weights: 'w' }

  test('say how much a row stands for, so their scale does not matter', async () => {
    const first = await explainGoal(table, options)
    const large = { ...table, w: (table['w'] as number[]).map((w) => 1000 * w) }
    const second = await explainGoal(large, options)
    const told = ({ goal }: typeof first): unknown =>
      goal.ranges.map(({ column, text, verdict }) => [column, text, verdict])
    expect(told(second)).toEqual(told(first))
    expect(first.tried.effective).toBeCloseTo(400 * (2.5 * 2.5 / 7.5), 9) // prettier-ignore
    expect([first.tried.weights, first.tried.sharp.includes('w')]).toEqual(['w', false])
  })

  test('that are all alike change nothing', async () => {
    const { goal } = await explainGoal({ ...table, w: Array.from({ length: 400 }, () => 3) }, options)
    const { goal: plain } = await explainGoal(stepTable(), { target: 'y', goal: 'yes' })
    expect(goal.ranges.map(({ text, rows, verdict }) => [text, rows, verdict])).toEqual(
      plain.ranges.map(({ text, rows, verdict }) => [text, rows, verdict]),
    )
    expect(goal.ranges[0].check!.p).toBeCloseTo(plain.ranges[0].check!.p, 12)
  })

  test('of zero leave rows out, with a note', async () => {
    const w = Array.from({ length: 400 }, (_, row) => (row < 10 ? 0 : 1))
    const { tried, notes } = await explainGoal({ ...table, w }, options)
    expect(tried.rows).toBe(390)
    expect(notes).toEqual([{ code: 'weightless', message: '10 rows of weight 0 left out' }])
  })
})

describe('copies of rows', () => {
  test('add no evidence, and are told in a note', async () => {
    const plain = stepTable(1, 120)
    const copied = Object.fromEntries(Object.entries(plain).map(([name, values]) => [name, [...values, ...values, ...values]])) // prettier-ignore
    const { tried, notes, goal } = await explainGoal(copied, { target: 'y', goal: 'yes' })
    expect(tried).toMatchObject({ rows: 360, different: 120, effective: 120 })
    expect(notes).toEqual([
      {
        code: 'repeated',
        message:
          '240 of 360 rows equal an earlier one in every column looked at and in the target; copies stay in one half and count once in the check',
      },
    ])
    const once = await explainGoal(plain, { target: 'y', goal: 'yes' })
    expect(goal.ranges[0].check!.p).toBeGreaterThan(once.goal.ranges[0].check!.p / 1000)
    expect(goal.ranges[0].text).toBe(once.goal.ranges[0].text)
  })
})
