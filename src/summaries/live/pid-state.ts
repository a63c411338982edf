import type { Field } from '../../util/saved-json.ts'
import type { CellPlane } from './cell-plane.ts'
import { Pid } from './pid.ts'
import type { PidCells } from './pid-cells.ts'
import { readCounters } from './pid-counters.ts'
import { numbersAt } from '../saved/read-numbers.ts'

/** A live column as plain data for JSON. What was never remembered or never split is left out. O(cells · classes). */
export function pidToState(pid: Pid): Record<string, unknown> {
  const { cells, settings, counters } = pid
  const { size, breaks, total, remembered, panes } = cells
  return {
    kind: 'pid',
    settings: { ...settings, classes: pid.classes },
    counters: { ...counters },
    starting: pid.isStarting,
    breaks: Array.from(breaks.subarray(0, size - 1)),
    ...(panes.length === 0
      ? { total: planeState(total, size) }
      : { panes: panes.map((pane) => planeState(pane, size)) }),
    ...(remembered.rows.some((rows) => rows > 0)
      ? { marked: panes.length === 0 ? rememberedState(remembered, total, size) : planeState(remembered, size) }
      : {}),
  }
}

/** Reads a live column; nothing in it is trusted. What comes after is counted as if it had never been saved. */
export function pidFromState(field: Field): Pid {
  field.get('kind').oneOf('pid')
  const pid = createPid(field.get('settings'))
  const { cells, settings } = pid
  const breaks = field.get('breaks')
  const given = numbersAt(breaks, null)
  if (given.length > settings.maxCells - 1) breaks.fail(`at most ${settings.maxCells - 1} breaks`)
  for (let at = 1; at < given.length; at++) {
    if (given[at] <= given[at - 1]) breaks.items()[at].fail(`a number above ${given[at - 1]}`)
  }
  cells.breaks.set(given)
  cells.size = given.length + 1
  if (settings.window === null) readPlane(field.get('total'), cells.total, cells)
  else {
    const panes = field.get('panes').items()
    if (panes.length === 0 || panes.length > settings.panes) field.get('panes').fail(`1 to ${settings.panes} panes`)
    for (const [i, pane] of panes.entries()) {
      if (i > 0) cells.turnPane(settings.panes)
      readPlane(pane, cells.panes[i], cells)
    }
    cells.gatherAll()
  }
  field.get('marked').optional((f) => {
    for (const name of SHARED) {
      if (sameLists(f).includes(name)) cells.remembered[name].set(cells.total[name].subarray(0, cells.size))
    }
    readPlane(f, cells.remembered, cells, sameLists(f))
  })
  const counters = readCounters(field.get('counters'))
  // What is older than a pane or a half-life would never be forgotten, and would have no weight.
  const oldest = settings.halfLife ?? (settings.window === null ? 0 : Math.ceil(settings.window / settings.panes))
  if (counters.age > oldest) field.get('counters').get('age').fail(`a whole number of at most ${oldest}`)
  pid.restore(field.get('starting').truth(), counters)
  return pid
}

/** Lists of the remembered plane that are mostly the same as those of all rows. */
const SHARED = ['lo', 'hi', 'guessed', 'doubt'] as const

/**
 * The remembered plane; lists that are the same as those of all rows are only named. Not with panes: the total is then not
 * saved but gathered from them, and need not know the same values.
 */
function rememberedState(remembered: CellPlane, total: CellPlane, size: number): Record<string, unknown> {
  const same = SHARED.filter((name) => {
    for (let cell = 0; cell < size; cell++) if (!Object.is(remembered[name][cell], total[name][cell])) return false
    return true
  })
  const lists = Object.entries(planeState(remembered, size)).filter(
    ([name]) => !(same as readonly string[]).includes(name),
  )
  return { same, ...Object.fromEntries(lists) }
}

function sameLists(field: Field): readonly string[] {
  return field.get('same').optional((f) => f.list((item) => item.oneOf(...SHARED))) ?? []
}

function createPid(field: Field): Pid {
  const options: Record<string, unknown> = { ...field.record() }
  for (const name of ['range', 'halfLife', 'window']) if (options[name] === null) delete options[name]
  for (const name of ['missing', 'special']) field.get(name).list((item) => item.finite())
  field.get('range').optional((f) => f.list((item) => item.finite()))
  try {
    return new Pid(options)
  } catch (error) {
    return field.fail(`settings of a live column (${error instanceof Error ? error.message : String(error)})`)
  }
}

function planeState(plane: CellPlane, size: number): Record<string, unknown> {
  const { capacity, aside, channels, target, weighted } = plane.shape
  const slots = (list: Float64Array, stride: number, at: number): number[] => [
    ...Array.from({ length: size }, (_, cell) => list[cell * stride + at]),
    ...Array.from({ length: aside }, (_, slot) => list[(capacity + slot) * stride + at]),
  ]
  const used = (name: 'guessed' | 'doubt'): Record<string, number[]> => {
    const list = Array.from(plane[name].subarray(0, size))
    return list.some((rows) => rows > 0) ? { [name]: list } : {}
  }
  const channelLists = (list: Float64Array): number[][] =>
    Array.from({ length: channels }, (_, c) => slots(list, channels, c))
  return {
    lo: Array.from(plane.lo.subarray(0, size), orNull),
    hi: Array.from(plane.hi.subarray(0, size), orNull),
    ...used('guessed'),
    ...used('doubt'),
    ...(weighted ? { rows: slots(plane.rows, 1, 0) } : {}),
    sums: channelLists(plane.sums),
    ...(target === 'numeric' ? { rest: channelLists(plane.rest) } : {}),
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** Fills a plane, and refuses what no rows could have given. */
function readPlane(field: Field, plane: CellPlane, cells: PidCells, same: readonly string[] = []): void {
  const { size } = cells
  const { capacity, aside, channels, target, weighted, grain } = plane.shape
  for (const name of ['lo', 'hi'] as const) {
    if (!same.includes(name)) plane[name].set(numbersAt(field.get(name), size, true))
  }
  for (const name of ['guessed', 'doubt'] as const) {
    field.get(name).optional((f) => plane[name].set(numbersAt(f, size, false, 0)))
  }
  const slotOf = (index: number): number => (index < size ? index : capacity + index - size)
  const readLists = (lists: Field, to: Float64Array, counts: boolean): void => {
    const items = lists.items()
    if (items.length !== channels) lists.fail(`${channels} lists`)
    for (const [c, item] of items.entries()) {
      const counting = counts && c < plane.counting
      const numbers = numbersAt(item, size + aside, false, counting ? 0 : -Infinity)
      for (let index = 0; index < numbers.length; index++) {
        if (counting && !Number.isSafeInteger(numbers[index] / grain))
          item.items()[index].fail(`a multiple of ${grain}`)
        to[slotOf(index) * channels + c] = numbers[index]
      }
    }
  }
  readLists(field.get('sums'), plane.sums, true)
  if (target === 'numeric') readLists(field.get('rest'), plane.rest, false)
  const rows = weighted ? numbersAt(field.get('rows'), size + aside, false, 0) : null
  for (let index = 0; index < size + aside; index++) {
    const slot = slotOf(index)
    let total = 0
    for (let c = 0; c < plane.counting; c++) total += plane.sums[slot * channels + c]
    plane.rows[slot] = rows === null ? total : rows[index]
    if (index < size) checkCell(field, plane, cells, index)
  }
}

/** A cell with rows knows values of its own, between its breaks; one without knows none. */
function checkCell(field: Field, { lo, hi, rows }: CellPlane, { breaks, size }: PidCells, cell: number): void {
  const [least, most] = [lo[cell], hi[cell]]
  const refuse = (name: string, expected: string): never =>
    field.get(name).value === undefined
      ? field.get('same').fail(`no ${name}: cell ${cell} needs ${expected}`)
      : field.get(name).items()[cell].fail(expected)
  if (rows[cell] > 0 !== (least === least) || (least === least) !== (most === most)) {
    refuse('lo', rows[cell] > 0 ? 'a value of a cell with rows' : 'null for a cell without rows')
  }
  if (rows[cell] === 0) return
  if (least > most) refuse('lo', `a number of at most hi (${most})`)
  if (cell > 0 && least < breaks[cell - 1]) refuse('lo', `at least the break ${breaks[cell - 1]}`)
  if (cell < size - 1 && most >= breaks[cell]) refuse('hi', `a number below the break ${breaks[cell]}`)
}
