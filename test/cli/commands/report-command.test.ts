import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folder, kerf } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))

test('kerf fit --curves tells on the page whether cuts come back when rows are drawn again', async () => {
  const cwd = folder({
    'few.csv': `x,y\n${Array.from({ length: 30 }, (_, i) => `${(i * 7) % 30},${(i * 7) % 30 < 12 ? 'a' : 'b'}`).join('\n')}`,
  })
  const line = ['fit', 'few.csv', '-t', 'y', '--quiet', '--report', 'page.html']
  await kerf(line, { cwd })
  const plain = readFileSync(join(cwd, 'page.html'), 'utf8')
  expect(plain).not.toContain('Would other rows')
  expect(await kerf([...line, '--curves', '--force'], { cwd })).toMatchObject({ code: 0 })
  const page = readFileSync(join(cwd, 'page.html'), 'utf8')
  expect(page).toContain('<summary>Would other rows give the same bins?</summary>')
  expect(page).toContain('<p>100 % of the draws give 2 bins too.</p>')
  expect(page).toContain('What would more bins tell?')
  const wrong = [['fit', 'few.csv', '--curves'], [...line, '--curves', '--force', '--memory', '1GB'], [...line, '--curves', '--force', '-m', 'chi2', '--together']] // prettier-ignore
  const told = await Promise.all(wrong.map(async (args) => (await kerf(args, { cwd })).err))
  expect(told).toEqual([
    'kerf: --curves is for the page that --report FILE writes\n',
    'kerf: --curves needs all rows in memory and does not go with --memory\n',
    'kerf: --curves looks at each column by itself and does not go with --together\n',
  ])
})

describe('kerf fit --report and kerf report', () => {
  test('write the same page', async () => {
    const cwd = folder()
    const fitted = await kerf(
      ['fit', PENGUINS, '--target', 'species', '-o', 'bins.json', '--report', 'a.html', '--json'],
      { cwd },
    )
    expect(fitted).toMatchObject({ code: 0, err: 'saved as bins.json\nreport saved as a.html\n' })
    expect(fitted.out).toBe(readFileSync(join(cwd, 'bins.json'), 'utf8'))
    const made = await kerf(['report', 'bins.json', '-o', 'b.html'], { cwd })
    expect(made).toEqual({ code: 0, out: '', err: 'report saved as b.html\n' })
    const page = readFileSync(join(cwd, 'a.html'), 'utf8')
    expect(page).toContain('<h1>Bins of penguins.csv</h1>')
    expect(readFileSync(join(cwd, 'b.html'), 'utf8')).toBe(page)
  })

  test('replace a file only with --force, which is known before the fit', async () => {
    const cwd = folder({ 'old.html': 'old', 'x.csv': 'x\n1\n2\n' })
    const refused = { code: 1, out: '', err: 'kerf: old.html exists already; add --force to replace it\n' }
    expect(await kerf(['fit', 'missing.csv', '--report', 'old.html'], { cwd })).toEqual(refused)
    await kerf(['fit', 'x.csv', '-o', 'bins.json'], { cwd })
    expect(await kerf(['report', 'bins.json', '-o', 'old.html'], { cwd })).toEqual(refused)
    expect(readFileSync(join(cwd, 'old.html'), 'utf8')).toBe('old')
    const forced = await kerf(['report', 'bins.json', '-o', 'old.html', '--title', 'A & B', '--top', '0', '--force'], {
      cwd,
    })
    expect(forced.code).toBe(0)
    expect(readFileSync(join(cwd, 'old.html'), 'utf8')).toContain('<title>A &amp; B</title>')
    expect(readdirSync(cwd).toSorted()).toEqual(['bins.json', 'old.html', 'x.csv'])
  })

  test('refuse wrong use', async () => {
    const cwd = folder({ 'x.csv': 'x\n1\n2\n' })
    const same = await kerf(['fit', 'x.csv', '-o', 'a.json', '--report', './a.json'], { cwd })
    expect(same.code).toBe(2)
    expect(same.err).toContain('--report ./a.json is the file of --output as well; name another one')
    expect(existsSync(join(cwd, 'a.json'))).toBe(false)
    expect((await kerf(['report', 'x.csv', '-o', 'a.html'], { cwd })).code).toBe(1)
    expect((await kerf(['report', 'x.csv'], { cwd })).code).toBe(2)
    expect((await kerf(['report', 'x.csv', '-o', 'a.html', '--top', 'x'], { cwd })).code).toBe(2)
  })
})
