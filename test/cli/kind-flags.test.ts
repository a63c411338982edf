import { bareMessage } from '../../src/util/called-as.ts'
import { describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { told } from './in-process.ts'
import { folder } from './run.ts'

const rows = Array.from({ length: 60 }, (_, i) => `${i === 7 ? 'n/a' : i % 20},0${i % 3},${i < 30 ? 'a' : 'b'}`)
const data = join(folder({ 'rows.csv': `age,zip,y\n${rows.join('\n')}\n` }), 'rows.csv')
const fit = async (...flags: string[]): Promise<{ kinds: string[]; err: string; error: string }> => {
  const { out, err, error } = await told(['fit', data, '-t', 'y', '--json', ...flags])
  const columns = out === '' ? [] : (JSON.parse(out) as { columns: { kind: string }[] }).columns
  return { kinds: columns.map(({ kind }) => kind), err, error: error === null ? '' : bareMessage(error) }
}

describe('what a column is', () => {
  test('is found out, with a note that says how to keep the numbers', async () => {
    const { kinds, err } = await fit()
    expect(kinds).toEqual(['category', 'number'])
    expect(err).toContain('add --number age\n')
  })

  test('is said by --number and --category', async () => {
    const { kinds, err } = await fit('--number', 'age', '--category', 'zip')
    expect(kinds).toEqual(['number', 'category'])
    expect(err).toBe('note: column "age": 1 value that is no number counts as missing, "n/a" at row 8 of the data\n')
  })

  test.each([
    [['--number', 'agee'], 'unknown column "agee" among those to read as numbers, did you mean age?'],
    [['--category', 'zap'], 'unknown column "zap", did you mean zip?'],
    [['--number', 'age', '--category', 'age'], 'column "age" cannot be read as numbers and as text at once'],
    [['--number', 'age', '--memory', '1GB'], '--number does not go with --memory'],
  ])('%s is refused', async (flags, message) => {
    expect((await fit(...flags)).error).toBe(message)
  })
})
