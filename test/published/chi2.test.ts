import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lengths, species } from '../../scripts/docs/iris.mjs'
import { hasCuts } from '../../src/binning/binning.ts'
import { type Chi2Fit, chi2Table } from '../../src/binning/together/chi2-table.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { cutTexts } from '../../src/binning/labels.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'

const NAMES = ['sepal length', 'sepal width', 'petal length', 'petal width']

function onIris(all: object): Promise<Chi2Fit> {
  return chi2Table({ ...lengths, species }, { target: 'species', all: { ...all } })
}

describe('Chi2 on iris', () => {
  test('keeps the petals and drops the sepals, as Liu and Setiono found, when 3 % may be told wrong', async () => {
    const { selected, dropped, inconsistency, rawInconsistency } = await onIris({ delta: 0.03 })
    expect({ selected, dropped }).toEqual({ selected: NAMES.slice(2), dropped: NAMES.slice(0, 2) })
    expect([inconsistency, rawInconsistency]).toEqual([4 / 150, 0])
  })

  test('does so whatever the χ²', async () => {
    for (const preset of ['plain', 'r']) {
      expect(await onIris({ delta: 0.03, preset })).toMatchObject({ selected: NAMES.slice(2) })
    }
  })

  test('needs petal width alone when 5 % may be: 6 of 150 flowers lie outside the largest class of their bin', async () => {
    const { binning, selected, inconsistency } = await onIris({})
    expect({ selected, inconsistency }).toEqual({ selected: ['petal width'], inconsistency: 6 / 150 })
    expect(binning.columns.at(-1)).toMatchObject({
      cuts: [0.8, 1.75],
      bins: [{ classes: [50, 0, 0] }, { classes: [0, 49, 5] }, { classes: [0, 1, 45] }],
    })
  })

  test('drops nothing at the levels of R’s list, which is why ours goes on', () => {
    const cuts = NAMES.map(
      (name) => fit(lengths[name], { target: species, method: chiMerge, preset: 'r', alpha: 1e-4 }).cuts,
    )
    expect(cuts).toEqual([[5.45, 5.75], [2.95, 3.3499999999999996], [2.45, 4.75], [0.8, 1.75]]) // prettier-ignore
  })

  test('is what the page says', async () => {
    const rows: string[][] = []
    for (const delta of [0.01, 0.02, 0.03, 0.05, 0.34]) {
      const { binning, inconsistency, dropped } = await onIris({ delta })
      const cells = binning.columns
        .filter(hasCuts)
        .map(({ name, cuts, closed, bins }) =>
          dropped.includes(name) ? 'dropped' : cutTexts(cuts, closed, bins).join(' '),
        )
      rows.push([String(delta), inconsistency.toFixed(3), ...cells])
    }
    const page = readFileSync(new URL('../../docs/methods/chi2.md', import.meta.url), 'utf8')
    const lines = page.split('\n').filter((line) => /^\| 0\.\d+ /.test(line))
    expect(
      lines.map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    ).toEqual(rows)
  })
})
