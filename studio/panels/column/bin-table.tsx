import { meanSlack } from './mean-slack.ts'
import { useSignal } from '@preact/signals'
import { binningTable, type Column, hasCuts, type TableRow } from '../../../src/index.ts'
import { shareInterval } from '../../../src/measures/index.ts'
import { countText, fixedText, percentText, valueText } from '../../../src/reports/index.ts'
import { target } from '../../state/store.ts'
import { seen, ticked } from './column-view.ts'
import { mergeTicked, nameBin } from './cut-actions.ts'
import { PolicyLines } from './policy-lines.tsx'
import { series } from './histogram.tsx'

/** More bins than this are folded: a person reads the first and merges. */
const MOST = 60

/** Every bin as a line with its numbers; two that are ticked can be merged. */
export function BinTable() {
  const column = seen.value
  const all = useSignal(false)
  if (column === null) return null
  const table = binningTable(column, target.value)
  const rows = table.rows.slice(0, column.bins.length)
  const shownRows = all.value ? rows : rows.slice(0, MOST)
  const heads = headsOf(table.event)
  const word = hasCuts(column) ? 'bins' : 'groups'
  return (
    <section class="bins" aria-label="Bins">
      <div class="binbar">
        <h3>{hasCuts(column) ? 'Bins' : 'Groups'}</h3>
        <button type="button" disabled={ticked.value.size < 2} onClick={mergeTicked}>
          Merge {ticked.value.size < 2 ? '' : ticked.value.size} {word}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label="Table of bins">
        <table>
          <thead>
            <tr>
              <td />
              <th class="t">{hasCuts(column) ? 'bin' : 'group'}</th>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map((row, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a bin that moves is the same line
              <BinLine key={i} column={column} row={row} at={i} event={table.event} />
            ))}
          </tbody>
          <PolicyLines column={column} table={table} width={heads.length} cells={(row) => cellsOf(row, table.event)} />
          <tfoot>
            <tr>
              <td />
              <th class="t">total</th>
              {cellsOf(table.total, table.event).map((cell, i) => (
                <td key={heads[i]}>{cell}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {rows.length > MOST && (
        <button type="button" class="quiet" onClick={() => (all.value = !all.value)}>
          {all.value ? 'Show fewer' : `Show all ${countText(rows.length)} ${word}`}
        </button>
      )}
    </section>
  )
}

interface LineProps {
  readonly column: Column
  readonly row: TableRow
  readonly at: number
  readonly event: string | null
}

function BinLine({ column, row, at, event }: LineProps) {
  const fault = useSignal('')
  const bin = column.bins[at]
  const tick = (on: boolean): void => {
    const next = new Set(ticked.value)
    if (on) next.add(at)
    else next.delete(at)
    ticked.value = next
  }
  const rename = (name: string): void => {
    fault.value = ''
    try {
      nameBin(at, name)
    } catch (error) {
      fault.value = (error as Error).message
    }
  }
  return (
    <tr class={ticked.value.has(at) ? 'ticked' : ''}>
      <td class="t">
        <input
          type="checkbox"
          aria-label={`Choose ${bin.label}`}
          checked={ticked.value.has(at)}
          onChange={({ currentTarget }) => tick(currentTarget.checked)}
        />
      </td>
      <th class="t" scope="row">
        <input
          class="name"
          aria-label={`Name of ${bin.label}`}
          title={bin.label}
          placeholder={bin.label}
          value={bin.name ?? ''}
          size={Math.max(8, Math.min(24, bin.label.length))}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        {bin.name !== undefined && <small class="soft">{bin.label}</small>}
        {fault.value !== '' && <small class="fault">{fault.value}</small>}
      </th>
      {cellsOf(row, event).map((cell, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- cells have the order of the heads
        <td key={i}>{cell}</td>
      ))}
    </tr>
  )
}

function headsOf(event: string | null): string[] {
  const kind = target.value?.kind
  if (kind === 'class' && event !== null) return ['rows', 'share', `rate of ${event}`, '95 %', 'WoE', 'IV']
  if (kind === 'class') return ['rows', 'share', 'classes', 'gain']
  if (kind === 'numeric') return ['rows', 'share', 'mean', '95 %', 'deviation']
  return ['rows', 'share']
}

function cellsOf(row: TableRow, event: string | null): preact.ComponentChild[] {
  const first = [countText(row.count), percentText(row.share)]
  const kind = target.value?.kind
  if (kind === 'class' && event !== null) {
    const { low, high } = shareInterval((row.rate ?? 0) * row.weight, row.weight)
    const interval = row.weight > 0 ? `${Math.round(100 * low)}–${Math.round(100 * high)}` : '–'
    const rate = row.weight > 0 ? percentText(row.rate ?? 0) : '–'
    return [
      ...first,
      rate,
      interval,
      row.woe === null ? '–' : fixedText(row.woe, 2, true),
      row.iv === null ? '–' : fixedText(row.iv, 3),
    ]
  }
  if (kind === 'class') return [...first, <ClassShares row={row} />, fixedText(row.gain ?? 0, 3)]
  if (kind === 'numeric') {
    if (row.mean === null || row.deviation === null) return [...first, '–', '–', '–']
    const half = meanSlack(row.deviation, row.weight)
    const text = (value: number): string => valueText('number', Number(value.toPrecision(4)))
    return [...first, text(row.mean), `±${text(half)}`, text(row.deviation)]
  }
  return first
}

/** The shares of the classes as a small bar, with the numbers to be read out. */
function ClassShares({ row }: { readonly row: TableRow }) {
  let before = 0
  const sizes = series.value.map((one) => ({
    ...one,
    share: row.weight > 0 ? one.sizeOf(row.classes, row.weight) / row.weight : 0,
  }))
  const words = sizes.map(({ name, share }) => `${name ?? 'others'} ${percentText(share)}`).join(', ')
  return (
    <svg class="shares" role="img" aria-label={words}>
      <title>{words}</title>
      {sizes.map(({ fill, share }) => {
        const x = before
        before += 100 * share
        return <rect key={fill} x={`${x}%`} width={`${100 * share}%`} height="100%" fill={`url(#k${fill})`} />
      })}
    </svg>
  )
}
