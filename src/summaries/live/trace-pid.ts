import type { PidOptions } from './pid-options.ts'
import { Pid } from './pid.ts'

/** Rows that a live column counts one by one. */
export interface PidRows {
  /** one value per row */
  readonly values: ArrayLike<number>
  /** class number or target of each row; default 0 */
  readonly marks?: ArrayLike<number> | undefined
  /** weight of each row; default 1 */
  readonly weights?: ArrayLike<number> | undefined
}

/** The steps of the cells of PiD as plain data: `cells` at the start, then one `cell` for each change. */
export type PidStep = CellsStep | CellStep

/** The breaks that the cells start from. */
export interface CellsStep {
  /** the kind of step */
  readonly step: 'cells'
  /** the values between cells */
  readonly breaks: readonly number[]
  /** a cell that comes to hold a larger share of the rows is split */
  readonly splitShare: number
  /** why, in one plain sentence */
  readonly why: string
}

/** A change of the cells: one is split in two, two are joined, or a value gets a cell of its own. */
export interface CellStep {
  /** the kind of step */
  readonly step: 'cell'
  /** what happened to the cells */
  readonly change: 'split' | 'join' | 'insert'
  /** the row at which it happened, from 0, and its value */
  readonly row: number
  /** the value of that row */
  readonly value: number
  /** the break that is made or goes */
  readonly at: number
  /** rows on both sides of it, as far as known */
  readonly below: number
  /** rows above the break */
  readonly above: number
  /** cells afterwards */
  readonly size: number
  /** why, in one plain sentence */
  readonly why: string
}

/**
 * Counts rows in the cells of PiD with somebody listening: `tell` is called whenever cells are split, joined or added. The
 * cells are those of `Pid` after the same rows. O(cells) more for each change.
 */
export function tracePid(rows: PidRows, options: PidOptions, tell: (step: PidStep) => void): Pid {
  const pid = new Pid(options)
  const { splitShare } = pid.settings
  const breaksNow = (): number[] => Array.from(pid.cells.breaks.subarray(0, pid.cells.size - 1))
  let known = breaksNow()
  tell({ step: 'cells', breaks: known, splitShare, why: startText(known.length + 1, splitShare) })
  let { changes } = pid
  for (let row = 0; row < rows.values.length; row++) {
    const value = rows.values[row]
    const { inserts } = pid.counters
    pid.push(value, rows.marks?.[row] ?? 0, rows.weights?.[row] ?? 1)
    if (pid.changes === changes) continue
    ;({ changes } = pid)
    const now = breaksNow()
    const [before, after] = [new Set(known), new Set(now)]
    const shared = { step: 'cell', row, value, size: now.length + 1 } as const
    for (const at of known) {
      if (!after.has(at)) tell({ ...shared, change: 'join', at, ...sidesOf(pid, at, true), why: 'the two lightest neighbours are joined to make room' }) // prettier-ignore
    }
    const change = pid.counters.inserts > inserts ? 'insert' : 'split'
    for (const at of now) {
      if (!before.has(at)) tell({ ...shared, change, at, ...sidesOf(pid, at, false), why: changeText(change, pid, at) })
    }
    known = now
  }
  return pid
}

/** The breaks that the steps of a trace lead to. */
export function replayCells(steps: readonly PidStep[]): number[] {
  const breaks = new Set<number>()
  for (const step of steps) {
    if (step.step === 'cells') for (const at of step.breaks) breaks.add(at)
    else if (step.change === 'join') breaks.delete(step.at)
    else breaks.add(step.at)
  }
  return [...breaks].toSorted((a, b) => a - b)
}

/** Rows in the cells beside a break; of a break that is gone, those of the cell it was in. */
function sidesOf({ cells }: Pid, at: number, gone: boolean): { below: number; above: number } {
  const { rows } = cells.total
  const cell = cells.index.find(cells.breaks, at)
  return gone ? { below: rows[cell], above: 0 } : { below: rows[cell - 1], above: rows[cell] }
}

function startText(cells: number, splitShare: number): string {
  const start = cells === 1 ? 'nothing is known of the range: distinct values get cells of their own' : `${cells} cells`
  return `${start}; a cell with more than ${short(splitShare)} of the rows is split`
}

function changeText(change: 'split' | 'insert', pid: Pid, at: number): string {
  if (change === 'insert') return 'a value that its cell did not know gets a cell of its own'
  const { below, above } = sidesOf(pid, at, false)
  const all = pid.cells.rowsInCells()
  const share = (below + above + 1) / (all + 2)
  return `its cell held ${short(below + above)} of ${short(all)} rows, a share of ${short(share)} above ${short(pid.settings.splitShare)}: they are halved`
}

function short(x: number): string {
  return String(Number(x.toPrecision(4)))
}
