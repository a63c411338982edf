import type { TreeRepair } from '../../streams/repair/repair-tree.ts'
import { dateText } from '../../util/date-text.ts'
import { padEnd, padStart, printable, wrap } from '../printed-text.ts'
import { type ReportOptions, screenOf } from './draw/screen.ts'

/** Cuts of a column that are named. */
const MOST_CUTS = 6

/** What a repair of a tree found and which tree was kept, as text for a terminal. */
export function repairReport(repair: TreeRepair, options: ReportOptions = {}): string {
  const { style, width } = screenOf(options)
  const names = repair.columns.map(({ column }) => printable(column))
  const longest = Math.min(30, Math.max(6, ...names.map((name) => name.length)))
  const lines = repair.columns.map(({ distance, chance, moved }, i) => {
    const head = `${padEnd(names[i], longest)}  ${padStart(distance.toFixed(3), 8)}  ${padStart(chance.toFixed(3), 6)}  `
    return head + (moved ? cutsText(repair, i) : 'did not move')
  })
  const title = `${padEnd('column', longest)}  distance  chance  cuts`
  return [
    ...wrap(verdict(repair), width).map((line, i) => (i === 0 ? style.bold(line) : line)),
    '',
    title,
    ...lines,
  ].join('\n')
}

function verdict({ refused, rows, old, patched, gained, lost, chance, guess }: TreeRepair): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const facts =
    `${percent(old)} of the last ${rows} rows right before, ${percent(patched)} with moved cuts ` +
    `(${gained} gained, ${lost} lost, p ${Number(chance.toPrecision(2))}); ` +
    `always predicting the most frequent class is right in ${percent(guess)}`
  return refused === null ? `Repaired: ${facts}.` : `Kept as it was, ${refused}: ${facts}.`
}

function cutsText({ columns, way, tree }: TreeRepair, at: number): string {
  const { column, moves } = columns[at]
  const isDate = tree.columns.find(({ name }) => name === column)?.kind === 'date'
  const text = (cut: number | null): string =>
    cut === null ? 'none' : isDate ? dateText(cut) : String(Number(cut.toPrecision(5)))
  const shown = moves[way ?? 'ranks'].map(({ from, to }) => `${text(from)} → ${text(to)}`)
  const more = shown.length - MOST_CUTS
  return more > 0 ? `${shown.slice(0, MOST_CUTS).join(', ')} and ${more} more` : shown.join(', ')
}
