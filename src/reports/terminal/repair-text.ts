import type { ModelRepair, MovedCut } from '../../streams/repair/repair-model.ts'
import type { Repairable } from '../../streams/repair/saved-model.ts'
import { dateText } from '../../util/date-text.ts'
import { padEnd, padStart, printable, wrap } from '../printed-text.ts'
import { type ReportOptions, screenOf } from './draw/screen.ts'

/** Cuts of a column that are named. */
const MOST_CUTS = 6

/** What a repair of a tree or of rules found and which was kept, as text for a terminal. */
export function repairReport(repair: ModelRepair<Repairable>, options: ReportOptions = {}): string {
  const { style, width } = screenOf('repairReport', options, {})
  const names = repair.columns.map(({ column }) => printable(column))
  const longest = Math.min(30, Math.max(6, ...names.map((name) => name.length)))
  const lines = repair.columns.map(({ column, distance, chance, moved }, i) => {
    const head = `${padEnd(names[i], longest)}  ${padStart(distance.toFixed(3), 8)}  ${padStart(chance.toFixed(3), 6)}  `
    const cuts = repair.moved.filter((cut) => cut.column === column)
    if (cuts.length > 0) return head + cutsText(repair, cuts)
    return head + (moved ? 'rows moved, cuts stay' : 'did not move')
  })
  const title = `${padEnd('column', longest)}  distance  chance  cuts`
  return [
    ...wrap(verdict(repair), width).map((line, i) => (i === 0 ? style.bold(line) : line)),
    '',
    title,
    ...lines,
  ].join('\n')
}

function verdict({ refused, rows, old, patched, gained, lost, chance, guess }: ModelRepair<Repairable>): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const facts =
    `${percent(old)} of the last ${rows} rows right before, ${percent(patched)} with moved cuts ` +
    `(${gained} gained, ${lost} lost, p ${Number(chance.toPrecision(2))}); ` +
    `always predicting the most frequent class is right in ${percent(guess)}`
  return refused === null ? `Repaired: ${facts}.` : `Kept as it was, ${refused}: ${facts}.`
}

/** Where cuts have gone, and why: `35.25 → 66 (rows moved)`. */
function cutsText({ model }: ModelRepair<Repairable>, cuts: readonly MovedCut[]): string {
  const columns = model.format === 'kerf-tree' ? model.columns : []
  const isDate = columns.find(({ name }) => name === cuts[0].column)?.kind === 'date'
  const text = (cut: number): string => (isDate ? dateText(cut) : String(Number(cut.toPrecision(5))))
  const reasons = (['rows', 'boundary'] as const).flatMap((why) => {
    const those = cuts.filter((cut) => cut.why === why)
    if (those.length === 0) return []
    const shown = those.slice(0, MOST_CUTS).map(({ from, to }) => `${text(from)} → ${text(to)}`)
    const more = those.length - shown.length
    const creeps = those.some(({ perRow }) => perRow !== 0)
    const reason = `${why === 'rows' ? 'rows' : 'boundary'} ${creeps ? 'moved and still does' : 'moved'}`
    return [`${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} (${reason})`]
  })
  return reasons.join('; ')
}
