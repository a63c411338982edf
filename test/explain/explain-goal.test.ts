import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { explainGoal, type ExplainGoalOptions } from '../../src/explain/explain-goal.ts'
import type { FoundRange, GoalExplanation } from '../../src/explain/findings.ts'
import type { Table } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'
import { noiseTable, stepTable } from './made.ts'

const explain = (table: Table, options: Partial<ExplainGoalOptions> = {}): Promise<GoalExplanation> =>
  explainGoal(table, { target: 'y', goal: 'yes', ...options })

/** Columns and words of the ranges. */
const told = (ranges: readonly FoundRange[]): string[] => ranges.map(({ column, text }) => `${column} ${text}`)

describe('what goes with a class', () => {
  const table = stepTable()

  test('is told in few ranges with counts over all rows and a check', async () => {
    const { goal, tried, target, notes } = await explain(table)
    expect(target).toEqual({ name: 'y', classes: ['nope', 'yes'] })
    expect(told(goal.ranges)[0]).toMatch(/^step from 0\.(79|8|80|81)\d* up$/)
    expect(told(goal.ranges)).toHaveLength(2)
    expect(told(goal.ranges)[1]).toBe('colour is red')
    const [range] = goal.ranges
    const from = (range.range as { from: number }).from
    const inside = (table.step as number[]).flatMap((x, i) => (x >= from ? [table.y[i]] : []))
    const yes = inside.filter((label) => label === 'yes').length
    const all = (table.y as string[]).filter((label) => label === 'yes').length
    expect(range).toMatchObject({
      kind: 'number',
      rule: 'most-frequent',
      rows: inside.length,
      goalRows: yes,
      rate: yes / inside.length,
      share: inside.length / 400,
      overall: all / 400,
      lift: yes / inside.length / (all / 400),
      coverage: yes / all,
      verdict: 'holds',
      alike: [],
    })
    expect(goal).toMatchObject({ class: 'yes', rows: all, share: all / 400 })
    expect(tried).toMatchObject({
      method: 'mdlp',
      rows: 400,
      foundOn: 200,
      heldOut: 200,
      tiny: 0.3,
      enough: 20,
      seed: 0,
    })
    expect([tried.sharp, tried.blunt]).toEqual([['step', 'colour'], ['noise']])
    expect(notes).toEqual([])
  })

  test('is checked on rows that did not help to find it', async () => {
    const { goal, tried } = await explain(table)
    const { check } = goal.ranges[0]
    expect(check?.cutBy).toBe('method')
    expect(check!.found.rows + check!.heldOut.rows).toBeGreaterThan(50)
    expect(check!.corrected).toBeGreaterThanOrEqual(check!.p)
    expect(check!.corrected).toBeLessThanOrEqual(check!.p * tried.tests)
    expect(check!.heldOut.rate).toBe(check!.heldOut.goalRows / check!.heldOut.rows)
  })

  test('can be told by either rule', async () => {
    const most = await explain(table, { rule: 'most-frequent' })
    expect(most.goal.ranges.map(({ rule }) => rule)).toEqual(['most-frequent'])
    const lift = await explain(table, { rule: 'lift' })
    expect(told(lift.goal.ranges)).toContain('colour is red')
    expect(lift.goal.ranges.every(({ rule }) => rule === 'lift')).toBe(true)
    const auto = await explain(table)
    expect(auto.goal.ranges.map(({ rule }) => rule)).toEqual(['most-frequent', 'lift'])
  })

  test('the lift is not told beside three ranges in which the goal is most frequent', async () => {
    const wide = {
      ...table,
      step2: (table.step as number[]).map((x) => x * 2),
      step3: (table.step as number[]).map((x) => -x),
    }
    const { goal } = await explain(wide)
    expect(told(goal.ranges)).toHaveLength(1)
    expect(goal.ranges[0].alike.map(({ column }) => column)).toEqual(['step2', 'step3'])
  })

  test('takes any method', async () => {
    const all = { method: equalFrequency as unknown as AnyDiscretizer, bins: 5 }
    const { goal, tried } = await explain(table, { all })
    expect(tried.method).toBe('equal-frequency')
    expect(goal.ranges[0].column).toBe('step')
    const mixed = await explain(table, { perColumn: { noise: all } })
    expect(mixed.tried.method).toBe('several')
  })

  test('takes the columns that are named, and no others', async () => {
    const { tried } = await explain(table, { columns: ['noise', 'colour'] })
    expect([...tried.sharp, ...tried.blunt].toSorted()).toEqual(['colour', 'noise'])
  })

  test('fuses ranges narrower than tiny', async () => {
    const { next } = random(4)
    const x = Array.from({ length: 600 }, next)
    const y = x.map((v) => (next() < (v < 0.08 ? 0.95 : v > 0.7 ? 0.9 : 0.1) ? 'yes' : 'nope'))
    const fine = await explain({ x, y }, { tiny: 0 })
    expect(fine.goal.ranges.map(({ text }) => text.split(' ')[0])).toEqual(['from', 'below'])
    const coarse = await explain({ x, y })
    expect(coarse.goal.ranges.map(({ range }) => (range as { to: number | null }).to)).toEqual([null])
  })

  test('leaves out ranges of too few rows', async () => {
    expect((await explain(table, { enough: 390 })).goal.ranges).toEqual([])
    expect((await explain(table, { enough: 390 })).tried.enough).toBe(390)
  })

  test('takes missing values and special codes for ranges', async () => {
    const { next } = random(9)
    const kinds = Array.from({ length: 400 }, (_, i) => i % 4)
    const x = kinds.map((kind) => (kind === 0 ? null : kind === 1 ? -9 : next()))
    const y = kinds.map((kind) => (next() < [0.9, 0.8, 0.2, 0.2][kind] ? 'yes' : 'nope'))
    const { goal } = await explain({ x, y }, { perColumn: { x: { special: [-9] } } })
    expect(told(goal.ranges)).toEqual(['x missing', 'x is the special code -9'])
    expect(goal.ranges.map(({ rows }) => rows)).toEqual([100, 100])
    expect(goal.ranges.every(({ verdict }) => verdict === 'holds')).toBe(true)
  })

  test('asks more of missing values when many columns have some', async () => {
    const { next } = random(3)
    const y = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 'yes' : 'nope'))
    // 27 of 41 missing ones are yes: p 0.017, below 0.05 but not below a tenth of it
    const x = y.map((label, i) => ((label === 'yes' ? i < 54 : i < 28) ? null : next()))
    const others = Array.from({ length: 9 }, (_, i) => [`z${i}`, y.map(() => (next() < 0.2 ? null : next()))])
    const seen = ({ goal }: GoalExplanation): string[] =>
      told([...goal.ranges, ...goal.unconfirmed]).filter((text) => text.startsWith('x'))
    expect(seen(await explain({ x, y }))).toEqual(['x missing'])
    expect(seen(await explain({ x, y, ...Object.fromEntries(others) }))).toEqual([])
  })

  test('tells dates as dates', async () => {
    const { next } = random(2)
    const day = Array.from({ length: 300 }, (_, i) => Date.UTC(2024, 0, 1 + i))
    const y = day.map((_, i) => (next() < (i >= 200 ? 0.9 : 0.1) ? 'yes' : 'nope'))
    const { goal } = await explain({ day, y }, { perColumn: { day: { kind: 'date' } } })
    expect(told(goal.ranges)[0]).toMatch(/^day from 2024-07-\d\d( 12:00)? up$/)
    const dates = day.map((time) => new Date(time))
    expect((await explain({ day: dates, y })).goal).toEqual(goal)
  })

  test('may be nothing', async () => {
    const { goal, tried } = await explainGoal(noiseTable(2), { target: 'y', goal: 'a' })
    expect([goal.ranges, goal.unconfirmed]).toEqual([[], []])
    expect(tried.blunt).toHaveLength(8)
    // One of every column but one, which is cut twice; and four of two ranges found on either half.
    expect(tried.tests).toBe(17)
    expect((await explainGoal(noiseTable(2), { target: 'y', goal: 'a', depth: 1 })).tried.tests).toBe(9)
  })

  test('says so of ranges that are not confirmed', async () => {
    // A column that looks telling on all rows of a small table, in some seed of the halves, is not confirmed.
    const few = stepTable(3, 100)
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => {
        const { goal } = await explain(few, { seed })
        expect(goal.ranges.every(({ verdict }) => verdict === 'holds' || verdict === 'weaker')).toBe(true)
        expect(goal.unconfirmed.every(({ verdict }) => verdict === 'fails' || verdict === 'not-found')).toBe(true)
        return [...goal.ranges, ...goal.unconfirmed].map(({ verdict }) => verdict)
      }),
    )
    expect(new Set(verdicts.flat()).size).toBeGreaterThan(1)
  })

  test('is noted to be weakly checked below 40 rows', async () => {
    const message = 'only 39 rows: halves so small can confirm little, and the check is weak'
    expect((await explain(stepTable(1, 39))).notes).toEqual([{ code: 'few-rows', message }])
    expect((await explain(stepTable(1, 40))).notes).toEqual([])
  })

  test('leaves out rows without a class', async () => {
    const labels: (string | null)[] = [...(table.y as string[])]
    labels[5] = null
    labels[6] = null
    const { tried, notes } = await explain({ ...table, y: labels })
    expect(tried.rows).toBe(398)
    expect(notes).toEqual([{ code: 'unlabelled', message: '2 rows without a class left out' }])
  })
})

describe('laws', () => {
  test('the same seed and rows give the same answer, which is plain data', async () => {
    const first = await explain(stepTable(), { seed: 5 })
    expect(await explain(stepTable(), { seed: 5 })).toEqual(first)
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
  })

  test('another order of the rows or another seed changes the check, never what is found on all rows', async () => {
    const table = stepTable()
    const found = ({ goal }: GoalExplanation): unknown[] =>
      [...goal.ranges, ...goal.unconfirmed]
        .filter(({ rule }) => rule === 'most-frequent')
        .map(({ column, text, rows, goalRows, score }) => ({ column, text, rows, goalRows, score }))
    const first = found(await explain(table))
    const orders = fc.uniqueArray(fc.nat(399), { minLength: 400, maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(orders, fc.nat(100), async (order, seed) => {
        const moved = Object.fromEntries(
          Object.entries(table).map(([name, values]) => [name, order.map((i) => values[i])]),
        )
        expect(found(await explain(moved as Table, { seed }))).toEqual(first)
      }),
      { numRuns: 5 },
    )
  })

  test('the table is not changed', async () => {
    const table = stepTable()
    await explain(table)
    expect(table).toEqual(stepTable())
  })

  test('every number of a range adds up', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const { goal, tried } = await explain(stepTable(seed, 200), { seed, rule: 'lift' })
      for (const range of [...goal.ranges, ...goal.unconfirmed]) {
        expect(range.goalRows).toBeLessThanOrEqual(Math.min(range.rows, goal.rows))
        expect(range.rows).toBeGreaterThanOrEqual(tried.enough)
        expect(range.rate).toBeGreaterThan(range.overall)
        expect(range.score).toBeGreaterThan(0)
        expect(range.check === null).toBe(range.verdict === 'not-found')
      }
    }
  })

  test('a signal stops it between columns, and progress is told', async () => {
    const seen: string[] = []
    const signal = { aborted: false, reason: new Error('enough') }
    const run = explain(stepTable(), {
      signal,
      onProgress: (done, total, column) => {
        seen.push(`${done}/${total} ${column}`)
        signal.aborted = true
      },
    })
    await expect(run).rejects.toThrow('enough')
    expect(seen).toEqual(['1/3 step'])
  })
})

describe('goals', () => {
  const table = stepTable()

  test('of two classes the rarer is taken, with a note', async () => {
    const { goal, notes } = await explainGoal(table, { target: 'y' })
    expect(goal.class).toBe('yes')
    expect(notes).toEqual([{ code: 'goal', message: 'no goal was named: "yes" is taken, the rarer class of "y"' }])
  })

  test('also when it is the first', async () => {
    const { goal } = await explainGoal({ x: [1, 2, 3], y: ['a', 'b', 'b'] }, { target: 'y' })
    expect(goal.class).toBe('a')
  })

  test('of two equally frequent ones the second', async () => {
    const { goal, notes } = await explainGoal({ x: [1, 2, 3, 4], y: ['b', 'a', 'a', 'b'] }, { target: 'y' })
    expect(goal.class).toBe('b')
    const message = 'no goal was named: "b" is taken, the second of two equally frequent classes of "y"'
    expect(notes).toContainEqual({ code: 'goal', message })
  })

  test('may be numbers and truth values', async () => {
    const ones = (table.y as string[]).map((label) => (label === 'yes' ? 1 : 0))
    expect((await explain({ ...table, y: ones }, { goal: 1 })).goal.class).toBe('1')
    const truths = (table.y as string[]).map((label) => label === 'yes')
    expect((await explain({ ...table, y: truths }, { goal: true })).goal.class).toBe('true')
  })

  test.each<[string, Table, Partial<ExplainGoalOptions>, string]>([
    ['an unknown class', table, { goal: 'yess' }, 'explainGoal: "y" has no class "yess", did you mean yes?'],
    ['none of three', noiseTable(1, { shares: [0.3, 0.3, 0.4] }), { goal: undefined }, 'explainGoal: goal must be a class of "y", one of a, b, c; none was named'], // prettier-ignore
    ['an unknown target', table, { target: 'z' }, 'explainGoal: unknown column "z", did you mean y?'],
    ['a numeric target', table, { target: 'step' }, 'explainGoal: "step" holds numbers, and a goal is a class; explainNumber says where they are high or low, target kind class takes each for a class'], // prettier-ignore
    [
      'one class',
      { x: [1, 2], y: ['a', 'a'] },
      {},
      'explainGoal: "y" has only the class "a", and there is nothing to tell apart',
    ],
    ['no class', { x: [1, 2], y: [null, null] }, { targetKind: 'class' }, 'explainGoal: "y" has no class, and there is nothing to tell apart'], // prettier-ignore
    ['no column', table, { columns: [] }, 'explainGoal: there is no column left to look at'],
    ['a column twice', table, { columns: ['step', 'step'] }, 'explainGoal: columns must be names that all differ, got [step, step]'], // prettier-ignore
    ['an unknown column', table, { columns: ['steps'] }, 'explainGoal: unknown column "steps", did you mean step?'],
    ['an unknown rule', table, { rule: 'best' as 'auto' }, 'explainGoal: rule must be one of auto, most-frequent, lift, got "best"'], // prettier-ignore
    ['four ranges together', table, { depth: 4 }, 'explainGoal: depth must be an integer from 1 to 3, got 4'],
    ['a negative tiny', table, { tiny: -1 }, 'explainGoal: tiny must be a number of at least 0, got -1'],
    ['half a seed', table, { seed: 0.5 }, 'explainGoal: seed must be an integer of at least 0, got 0.5'],
    ['a negative enough', table, { enough: -1 }, 'explainGoal: enough must be a number of at least 0, or null, got -1'],
    ['an unknown kind', table, { perColumn: { step: { kind: 'text' as 'number' } } }, 'explainGoal: kind must be one of number, date, category, boolean, got "text"'], // prettier-ignore
    ['columns of two lengths', { x: [1, 2], y: ['a'] }, {}, 'explainGoal: column "y" must have 2 rows like "x", got 1'],
  ])('%s is refused', async (_, rows, options, message) => {
    await expect(explain(rows, options)).rejects.toThrow(message)
  })
})
