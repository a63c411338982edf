import { binningToJson } from '../../src/index.ts'
import { DIALECTS, exportBinning } from '../../src/exports/index.ts'
import { tableCsv, tableMarkdown } from '../../src/reports/index.ts'
import type { TakeAsked, TakeFormat } from './take-format.ts'

/** What is made of the bins alone. `base` is how names of files start. */
export function binningFormats(base: string): TakeFormat[] {
  const text = (
    format: Omit<TakeFormat, 'make' | 'ofColumns'>,
    ending: string,
    [type, write]: readonly [string, (asked: TakeAsked) => string | Promise<string>],
  ): TakeFormat => ({
    ...format,
    ofColumns: true,
    make: async (asked) => ({
      name: base + ending.replace('*', asked.choice),
      type: `${type};charset=utf-8`,
      body: await write(asked),
    }),
  })
  const report = async ({ binning }: TakeAsked): Promise<string> => {
    const { htmlReport } = await import('../../src/reports/html/index.ts')
    return htmlReport(binning, { document })
  }
  return [
    text(
      {
        id: 'json',
        group: 'Bins',
        title: 'Binning',
        about: 'All that was found, for kerf apply, kerf show and the library.',
      },
      '.bins.json',
      ['application/json', ({ binning }) => binningToJson(binning)],
    ),
    text(
      { id: 'schema', group: 'Bins', title: 'JSON Schema', about: 'What rows look like once they are binned.' },
      '.schema.json',
      ['application/schema+json', ({ binning }) => exportBinning(binning, 'schema')],
    ),
    text(
      {
        id: 'sql',
        group: 'Code',
        title: 'SQL',
        about: 'A query that bins the rows of a table where they are.',
        choice: { label: 'dialect', options: DIALECTS.map(({ name, title }) => ({ id: name, title })) },
      },
      '.*.sql',
      ['application/sql', ({ binning, choice }) => exportBinning(binning, 'sql', { dialect: choice, table: base })],
    ),
    text(
      {
        id: 'js',
        group: 'Code',
        title: 'JavaScript',
        about: 'A module that imports nothing and bins rows and values.',
      },
      '.bins.js',
      ['text/javascript', ({ binning }) => exportBinning(binning, 'js')],
    ),
    text(
      { id: 'python', group: 'Code', title: 'Python', about: 'A module of plain Python; takes numpy arrays too.' },
      '.bins.py',
      ['text/x-python', ({ binning }) => exportBinning(binning, 'python')],
    ),
    text(
      {
        id: 'html',
        group: 'To read',
        title: 'Report',
        about: 'One page with charts and tables; loads nothing, prints well.',
      },
      '.report.html',
      ['text/html', report],
    ),
    text(
      {
        id: 'markdown',
        group: 'To read',
        title: 'Markdown',
        about: 'The tables of bins and why the cuts are where they are.',
      },
      '.bins.md',
      ['text/markdown', ({ binning }) => tableMarkdown(binning)],
    ),
    text(
      { id: 'csv', group: 'To read', title: 'CSV', about: 'The tables of bins for a spreadsheet, numbers in full.' },
      '.bins.csv',
      ['text/csv', ({ binning }) => tableCsv(binning)],
    ),
  ]
}
