import type { Drift } from '../../../src/index.ts'
import { driftCsv, driftReport } from '../../../src/reports/index.ts'
import type { TakeFormat } from '../../take/take-format.ts'

/** What can be taken away of a comparison. */
export function driftFormats(drift: Drift, base: string): TakeFormat[] {
  const common = { group: 'Drift', ofColumns: false } as const
  return [
    {
      ...common,
      id: 'drift-html',
      title: 'Drift report',
      about: 'One page with every column before and now; loads nothing.',
      make: async () => {
        const { driftPage } = await import('../../../src/reports/html/index.ts')
        const body = await driftPage(drift, { document })
        return { name: `${base}.drift.html`, type: 'text/html;charset=utf-8', body }
      },
    },
    {
      ...common,
      id: 'drift-json',
      title: 'Drift as JSON',
      about: 'The comparison in full, as kerf drift --json gives it.',
      make: async () => ({
        name: `${base}.drift.json`,
        type: 'application/json;charset=utf-8',
        body: `${JSON.stringify(drift, null, 2)}\n`,
      }),
    },
    {
      ...common,
      id: 'drift-csv',
      title: 'Drift as CSV',
      about: 'A line per bin for a spreadsheet, numbers in full.',
      make: async () => ({ name: `${base}.drift.csv`, type: 'text/csv;charset=utf-8', body: driftCsv(drift) }),
    },
    {
      ...common,
      id: 'drift-text',
      title: 'Drift as text',
      about: 'What kerf drift prints, for a mail or a ticket.',
      make: async () => ({
        name: `${base}.drift.txt`,
        type: 'text/plain;charset=utf-8',
        body: `${driftReport(drift, { width: 100 })}\n`,
      }),
    },
  ]
}
