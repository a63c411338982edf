import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { treeFromJson } from '../../../src/trees/tree-json.ts'
import { random } from '../../../src/util/random.ts'
import { told } from '../in-process.ts'
import { folder } from '../run.ts'

/** Yes above a boundary; x is moved by `shift`. */
function rows(seed: number, count: number, shift: number, boundary = 50): string {
  const { next } = random(seed)
  const lines = Array.from({ length: count }, () => {
    const x = next() * 100
    return `${(x + shift).toFixed(2)},${Math.round(next() * 9)},${x > boundary ? 'yes' : 'no'}`
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

  test('follows a boundary in a column that did not move, in a tree and in rules, and says why', async () => {
    const path = folder({ 'old.csv': rows(1, 600, 0), 'recent.csv': rows(2, 400, 0, 75) })
    const at = (name: string): string => join(path, name)
    expect((await told(['tree', at('old.csv'), '-t', 'y', '-o', at('tree.json')])).error).toBeNull()
    expect((await told(['export', at('tree.json'), '--to', 'rules-json', '-o', at('rules.json')])).error).toBeNull()
    for (const file of ['tree.json', 'rules.json']) {
      const { out, error } = await told(['repair', at(file), at('recent.csv'), '--was', at('old.csv')])
      expect(error).toBeNull()
      expect(out).toMatch(/^Repaired: 6\d\.\d % of the last 133 rows right before, (9\d\.\d|100\.0) % with/)
      expect(out).toMatch(/^x +0\.\d+ +0\.\d+ +(49|50)\.?\d* → 7[45]\.?\d* \(boundary moved\)$/m)
    }
    const json = await told(['repair', at('rules.json'), at('recent.csv'), '--was', at('old.csv'), '--json'])
    expect(JSON.parse(json.out)).toMatchObject({
      way: 'boundary',
      moved: [{ column: 'x', why: 'boundary', perRow: 0 }],
      rules: { format: 'kerf-rules', target: 'y' },
    })
    const wrong = await told(['repair', at('old.csv'), at('recent.csv'), '--was', at('old.csv')])
    expect(wrong.error?.message).toContain('old.csv is not a usable tree or set of rules: not valid JSON')
    const bins = await told(['fit', at('old.csv'), '-t', 'y', '-o', at('bins.json')])
    expect(bins.error).toBeNull()
    expect(
      (await told(['repair', at('bins.json'), at('recent.csv'), '--was', at('old.csv')])).error?.message,
    ).toContain(
      'bins.json is not a usable tree or set of rules: format: expected a tree as kerf tree -o saves it, or rules as kerf export --to rules-json does, got "kerf-binning"',
    )
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
