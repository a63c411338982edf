import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { replayTrace, type TraceStep } from '../../../src/explain/index.ts'
import type { TreeStep } from '../../../src/trees/index.ts'
import { folder, kerf } from '../run.ts'

const IRIS = fileURLToPath(new URL('../../../samples/iris.csv', import.meta.url))
const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const cwd = folder()

describe('kerf trace', () => {
  test('tells a part with its candidates and the bar term by term', async () => {
    const { out } = await kerf(['trace', IRIS, '--column', 'petal_length', '-t', 'species'], { cwd })
    expect(out.split('\n').slice(0, 12)).toEqual([
      'petal_length  mdlp · 150 rows with 43 distinct values',
      '1. Look at 1 to 6.9 (50 setosa, 50 versicolor, 50 virginica), H 1.585.',
      '   8 candidates by gain: 2.45 with 0.9183; 4.75 with 0.7245; 4.85 with 0.6816; 4.45 with 0.6708 …',
      '     and 4 more; after it 0.6667',
      '   needed 0.06072:',
      '     0.04813 to name the cut among its candidates, log2(149) / 150',
      '     0.03096 to say which classes lie on which side, log2(3^3 − 2) / 150',
      '     -0.01837 to tell the classes of both sides instead of the whole, −(3·1.585 − 1·0 − 2·1) / 150',
      '   good enough: the best candidate has gain 0.9183 where 0.06072 is needed: enough by 0.8576',
      '2. Cut 1 to 6.9 at 2.45: its best candidate is good enough.',
      '3. Look at 1 to 1.9 (50 setosa), H 0.',
      '   left whole: all its rows are of one class',
    ])
  })

  test('--json prints the steps, which lead to the cuts', async () => {
    const { out } = await kerf(['trace', IRIS, '--column', 'sepal_width', '-t', 'species', '-m', 'chi-merge', '--json'], { cwd }) // prettier-ignore
    const { format, version, method, cuts, steps } = JSON.parse(out) as { [key: string]: unknown; steps: TraceStep[] }
    expect([format, version, method]).toEqual(['kerf-trace', 1, 'chi-merge'])
    expect(replayTrace(steps)).toEqual(cuts)
  })

  test('long rows of merges are folded unless all are asked for', async () => {
    const args = ['trace', PENGUINS, '--column', 'body_mass_g', '-t', 'species', '-m', 'chi-merge']
    const { out } = await kerf(args, { cwd })
    expect(out).toMatch(/ {3}… and \d+ more steps like these\n/)
    const { out: all } = await kerf([...args, '--verbose'], { cwd })
    expect(all).not.toContain('more steps like these')
    expect(all).toContain('   expected: ')
  })

  test('reads a summary, and refuses coarse ones and texts', async () => {
    await kerf(['summarize', IRIS, '-t', 'species', '-o', 'iris.kerf'], { cwd })
    await kerf(['summarize', IRIS, '-t', 'species', '--cells', '12', '-o', 'coarse.kerf'], { cwd })
    const fine = await kerf(['trace', 'iris.kerf', '--column', 'petal_width'], { cwd })
    expect([fine.code, fine.out.split('\n')[0]]).toEqual([0, 'petal_width  mdlp · 150 rows with 22 distinct values'])
    const coarse = await kerf(['trace', 'coarse.kerf', '--column', 'petal_width'], { cwd })
    expect([coarse.code, coarse.err]).toEqual([
      1,
      'kerf: column petal_width: needs an exact summary, one cell per distinct value, got coarse cells; summarize the rows without making cells coarser\n',
    ])
    const text = await kerf(['trace', PENGUINS, '--column', 'island', '-t', 'species'], { cwd })
    expect([text.code, text.err]).toEqual([
      1,
      'kerf: column island: it holds text, and only numbers and dates are cut; --number island reads numbers in it\n',
    ])
  })

  test('an unknown column is refused with the nearest ones', async () => {
    const { code, err } = await kerf(['trace', IRIS, '--column', 'petal_lenght', '-t', 'species'], { cwd })
    expect([code, err]).toEqual([
      1,
      'kerf: unknown column "petal_lenght", did you mean petal_length or sepal_length?\n',
    ])
  })
})

describe('kerf fit --trace', () => {
  test('tells the steps of every column of numbers, then the bins', async () => {
    const { out } = await kerf(['fit', IRIS, '-t', 'species', '--trace', '-o', join(cwd, 'bins.json')], { cwd })
    for (const name of ['sepal_length', 'sepal_width', 'petal_length', 'petal_width']) expect(out).toContain(`${name}  mdlp · 150 rows`) // prettier-ignore
    expect(out).toMatch(/iris\.csv: 150 rows, 4 columns/)
  })

  test('does not go with --json, --memory and --together', async () => {
    const { code, err } = await kerf(['fit', IRIS, '-t', 'species', '--trace', '--json'], { cwd })
    expect([code, err]).toEqual([
      2,
      'kerf: --trace does not go with --json; kerf trace DATA --column NAME --json prints the steps of one column\n',
    ])
  })
})

describe('kerf tree --trace', () => {
  test('tells what every column would gain at each node, and the pruning', async () => {
    const { out } = await kerf(['tree', IRIS, '-t', 'species', '--measure', 'gain', '--trace'], { cwd })
    expect(out).toMatch(
      /^1\. All rows \(33 setosa, 34 versicolor, 33 virginica\), H 1\.585: petal_length gains 0\.9149 bits/,
    )
    expect(out).toMatch(/Prune petal_length ≥ 2\.45 and [^]*α′ 0\.005 = \(0\.01 − 0\) \/ \(3 − 1\)/)
    expect(out).toMatch(/Keep \d prunes: accuracy on the rows held out from/)
  })

  test('--json has the steps beside the tree', async () => {
    const { out } = await kerf(['tree', IRIS, '-t', 'species', '--split', 'all', '--trace', '--json'], { cwd })
    const { steps } = JSON.parse(out) as { steps: TreeStep[] }
    expect(steps[0]).toMatchObject({ step: 'node', path: [], rows: 150 })
  })
})
