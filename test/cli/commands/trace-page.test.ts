import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folder, kerf } from '../run.ts'

const IRIS = fileURLToPath(new URL('../../../samples/iris.csv', import.meta.url))
const made = folder()
const at = (name: string): string => join(made, name)
const PETALS = ['trace', IRIS, '--column', 'petal_length', '--target', 'species']

test('kerf trace -o writes a page, once', async () => {
  const page = at('steps.html')
  expect(await kerf([...PETALS, '-o', page, '--resamples', '5'])).toEqual({ code: 0, out: '', err: `page saved as ${page}\n` }) // prettier-ignore
  const html = readFileSync(page, 'utf8')
  expect(html).toContain('<h1>How mdlp cuts petal_length</h1>')
  expect(html).toContain('Would other rows give the same cuts?')
  expect(html).toContain('What would more bins tell?')
  const again = await kerf([...PETALS, '-o', page])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('--force')])
  const plain = await kerf([...PETALS, '-o', page, '--resamples', '0', '--title', 'Petals', '--force', '--json'])
  expect(JSON.parse(plain.out)).toMatchObject({ format: 'kerf-trace', cuts: [2.45, 4.75] })
  expect(readFileSync(page, 'utf8')).toContain('<h1>Petals</h1>')
  expect(readFileSync(page, 'utf8')).not.toContain('Would other rows')
  expect((await kerf([...PETALS, '-o', page, '--resamples', '-1', '--force'])).code).toBe(2)
})

test('kerf tree --trace-page and --curves write pages', async () => {
  const [steps, tree] = [at('tree-steps.html'), at('tree.html')]
  const ran = await kerf(['tree', IRIS, '-t', 'species', '--trace-page', steps, '--picture', tree, '--curves'])
  expect([ran.code, ran.err]).toEqual([0, `saved as ${tree}\nsaved as ${steps}\n`])
  expect(readFileSync(steps, 'utf8')).toContain('Which column to ask at the root?')
  expect(readFileSync(tree, 'utf8')).toContain('How large should it be?')
  const wrong = await kerf(['tree', IRIS, '-t', 'species', '--curves'])
  expect([wrong.code, wrong.err]).toEqual([2, 'kerf: --curves is for the page that --picture FILE.html writes\n'])
})
