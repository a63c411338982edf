import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { treeFromJson } from '../../../src/trees/tree-json.ts'
import { random } from '../../../src/util/random.ts'
import { told } from '../in-process.ts'
import { folder } from '../run.ts'

/** Yes above 50; x is moved by `shift`. */
function rows(seed: number, count: number, shift: number): string {
  const { next } = random(seed)
  const lines = Array.from({ length: count }, () => {
    const x = next() * 100
    return `${(x + shift).toFixed(2)},${Math.round(next() * 9)},${x > 50 ? 'yes' : 'no'}`
  })
  return `x,other,y\n${lines.join('\n')}\n`
}

describe('kerf repair', () => {
  test('moves the cuts of a saved tree, by old bins or old rows, and keeps the better tree', async () => {
    const path = folder({ 'old.csv': rows(1, 600, 0), 'recent.csv': rows(2, 300, 80), 'same.csv': rows(3, 300, 0) })
    const [old, recent, same, tree, bins, out] = ['old.csv', 'recent.csv', 'same.csv', 'tree.json', 'bins.json', 'out.json'].map((name) => join(path, name)) // prettier-ignore
    const made = [await told(['tree', old, '-t', 'y', '--by', 'mdlp', '-o', tree]), await told(['fit', old, '-t', 'y', '-o', bins])] // prettier-ignore
    expect(made.map(({ error }) => error)).toEqual([null, null])
    const repaired = await told(['repair', tree, recent, '--was', bins, '-o', out])
    expect(repaired.error).toBeNull()
    expect(repaired.out).toMatch(/^Repaired: \d.* % of the last 100 rows right before, (9\d\.\d|100\.0) % with/)
    expect(repaired.out).toMatch(/^x +0\.\d+ +0\.\d+ +\d.* → 1[23]\d/m)
    const after = treeFromJson(readFileSync(out, 'utf8'))
    expect(after.notes.at(-1)?.code).toBe('repaired')
    const [x] = after.columns.filter(({ name }) => name === 'x')
    expect('cuts' in x && x.cuts.every((cut) => cut > 120 && cut < 140)).toBe(true)
    const json = await told(['repair', tree, same, '--was', old, '--json'])
    const found = JSON.parse(json.out) as Record<string, unknown>
    expect(found).toMatchObject({ kept: 'old', refused: 'nothing moved', rows: 100, tree: { format: 'kerf-tree' } })
  })

  test.each([
    [[], "required option '--was <old>' not specified"],
    [['--was', 'old.csv', '--hold', '2'], '--hold takes a number above 0 and below 1, got "2"'],
    [['--was', 'old.csv', '--level', ''], '--level takes a number above 0 and below 1, got ""'],
    [['--was', 'old.csv'], 'tree.json'],
  ])('refuses %j', async (flags, message) => {
    const { error, err } = await told(['repair', 'no/tree.json', 'no/data.csv', ...flags])
    expect(`${error?.message} ${err}`).toContain(message)
  })
})
