import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pid } from '../../../src/summaries/live/pid.ts'
import { pidFromState, pidToState } from '../../../src/summaries/live/pid-state.ts'
import { Field } from '../../../src/util/saved-json.ts'
import { normals, options, pushAll, rows, targetOf, TWO, windowed } from './pid-made.ts'

/** A state that is about to be spoilt; any field may become anything. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

const restored = (pid: Pid): Pid => pidFromState(new Field(JSON.parse(JSON.stringify(pidToState(pid)))))

describe('the state of a live column', () => {
  test('saved and read at any moment, it goes on as if nothing had happened', () => {
    fc.assert(
      fc.property(fc.oneof(options, windowed), rows, fc.nat(160), fc.boolean(), (made, stream, at, marks) => {
        const straight = pushAll(new Pid(made), stream.slice(0, at))
        if (marks) straight.remember()
        const again = restored(straight)
        for (const pid of [straight, again]) pushAll(pid, stream.slice(at))
        expect(pidToState(again)).toEqual(pidToState(straight))
        expect(again.summary(targetOf(made))).toEqual(straight.summary(targetOf(made)))
        expect(again.moved()).toBe(straight.moved())
      }),
      { numRuns: 150 },
    )
  })

  test('takes some tens of kilobytes', () => {
    const pid = new Pid({ target: 'class', classes: 2 })
    const values = normals(50_000)
    pid.pushMany(
      values,
      Uint8Array.from(values, (x) => (x > 0 ? 1 : 0)),
    )
    expect(JSON.stringify(pidToState(pid)).length).toBeLessThan(80_000)
    expect(restored(pid).summary(TWO)).toEqual(pid.summary(TWO))
  })

  test('is refused where it is not what rows could have given', () => {
    const pid = new Pid({ target: 'class', classes: 2, startCells: 3 })
    for (let i = 0; i < 20; i++) pid.push(i, i % 2)
    const refusal = (change: (state: Loose) => void): string => {
      const state = JSON.parse(JSON.stringify(pidToState(pid)))
      change(state)
      try {
        pidFromState(new Field(state))
      } catch (error) {
        return String(error)
      }
      return 'accepted'
    }
    expect(refusal(() => {})).toBe('accepted')
    expect(refusal((s) => (s['kind'] = 'x'))).toBe('FormatError: kind: expected "pid", got "x"')
    expect(refusal((s) => (s['breaks'] = s['breaks'].toReversed()))).toMatch(
      /^FormatError: breaks\[1\]: expected a number above /,
    )
    expect(refusal((s) => (s['breaks'] = Array.from({ length: 99 }, (_, i) => i)))).toBe(
      'FormatError: breaks: expected at most 11 breaks, got [0, 1, 2, 3, 4, 5, …]',
    )
    expect(refusal((s) => (s['total'].sums[0][0] = -1))).toBe(
      'FormatError: total.sums[0][0]: expected a number of at least 0, got -1',
    )
    expect(refusal((s) => (s['total'].sums[0][0] = 0.3))).toBe(
      'FormatError: total.sums[0][0]: expected a multiple of 0.0009765625, got 0.3',
    )
    expect(refusal((s) => s['total'].sums.pop())).toMatch(/^FormatError: total\.sums: expected 2 lists, got /)
    expect(refusal((s) => s['total'].lo.pop())).toMatch(/^FormatError: total\.lo: expected \d+ numbers, got /)
    expect(refusal((s) => (s['total'].lo[0] = null))).toBe(
      'FormatError: total.lo[0]: expected a value of a cell with rows, got null',
    )
    expect(refusal((s) => (s['total'].lo[0] = 99))).toMatch(
      /^FormatError: total\.lo\[0\]: expected a number of at most hi /,
    )
    expect(refusal((s) => (s['total'].lo[1] = -99))).toMatch(
      /^FormatError: total\.lo\[1\]: expected at least the break /,
    )
    expect(refusal((s) => (s['total'].hi[0] = 99))).toMatch(
      /^FormatError: total\.hi\[0\]: expected a number below the break /,
    )
    expect(refusal((s) => (s['total'].lo[0] = 'x'))).toBe('FormatError: total.lo[0]: expected a finite number, got "x"')
    expect(refusal((s) => (s['counters'].rows = -1))).toBe(
      'FormatError: counters.rows: expected a whole number of at least 0, got -1',
    )
    expect(refusal((s) => (s['counters'].age = 7))).toBe(
      'FormatError: counters.age: expected a whole number of at most 0, got 7',
    )
    expect(refusal((s) => (s['settings'].maxCells = 1e9))).toMatch(
      /^FormatError: settings: expected settings of a live column \(Pid: maxCells must be an integer/,
    )
    expect(refusal((s) => (s['settings'].special = ['x']))).toBe(
      'FormatError: settings.special[0]: expected a finite number, got "x"',
    )
  })
  test('keeps a heavy row that has faded, and can be read again', () => {
    const pid = new Pid({ weighted: true, halfLife: 50, startCells: 10 })
    for (let row = 0; row < 1500; row++) pid.push(row === 0 ? 1e9 : row % 5, 0, row === 0 ? 1e6 : 1)
    const { hi, sums } = pid.cells.total
    const last = pid.cells.size - 1
    expect([hi[last], sums[last] > 0.001]).toEqual([1e9, true])
    expect(restored(pid).summary()).toEqual(pid.summary())
  })
})
