import type { Summary, Tallies } from '../../types.ts'
import { isExact } from '../cells.ts'
import { sharedFacts, SUMMARY_FORMAT, SUMMARY_VERSION, type SummaryTable } from '../summary-table.ts'
import { mustBe } from '../../util/check.ts'

/**
 * The summaries of a table as versioned JSON that people can read, with a line per list of numbers. O(cells ·
 * channels).
 *
 *     console.log(summariesToJson(saved).split('\n').slice(0, 3).join('\n'))
 *     // → {
 *     // →   "format": "kerf-summary",
 *     // →   "version": 1,
 */
export function summariesToJson(table: SummaryTable): string {
  mustBe('summariesToJson', 'table', table)
  const { target, weighted, leftOut } = sharedFacts('summariesToJson', table)
  const file = {
    format: SUMMARY_FORMAT,
    version: SUMMARY_VERSION,
    created: table.created,
    target,
    weighted,
    leftOut,
    notes: table.notes,
    columns: table.columns.map(({ name, kind, summary }) => ({ name, kind, ...columnFields(summary) })),
  }
  return `${written(file, '')}\n`
}

function columnFields(summary: Summary): Record<string, unknown> {
  const { notes, aside } = summary
  if (summary.kind === 'category') {
    return { notes, levels: summary.levels, tallies: tallyFields(summary.tallies), aside: tallyFields(aside) }
  }
  const { min, max, distinct, origin, cells, specialCodes, missingCodes } = summary
  return {
    notes,
    min: cells.size === 0 ? null : min,
    max: cells.size === 0 ? null : max,
    distinct,
    origin,
    specialCodes,
    missingCodes,
    cells: {
      shift: cells.shift,
      lo: Array.from(cells.lo),
      ...(isExact(cells) ? {} : { hi: Array.from(cells.hi) }),
      ...tallyFields(cells.tallies),
    },
    aside: tallyFields(aside),
  }
}

/** Rows per slot, then one list of sums per channel, then what rounding left over: where and how much. */
function tallyFields({ size, channels, rows, sums, residues }: Tallies): Record<string, unknown> {
  const left = residues.map((residue) => {
    const at = Array.from(residue.keys()).filter((index) => residue[index] !== 0)
    return { at, values: at.map((index) => residue[index]) }
  })
  return {
    rows: Array.from(rows),
    sums: Array.from({ length: channels }, (_, c) =>
      Array.from({ length: size }, (__, slot) => sums[slot * channels + c]),
    ),
    ...(left.length === 0 ? {} : { residues: left }),
  }
}

/** JSON with a line per field and per list of plain values. Infinities become texts. */
function written(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return `[${value.map((item) => written(item, '')).join(', ')}]`
  }
  if (value === Infinity || value === -Infinity) return `"${value}"`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => inner + written(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${written(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
