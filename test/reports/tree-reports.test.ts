import { describe, expect, test } from 'vitest'
import { lengths, species } from '../../scripts/docs/iris.mjs'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { treePage } from '../../src/reports/html/tree/tree-page.ts'
import { treeSvg } from '../../src/reports/html/tree/tree-svg.ts'
import { textWidth } from '../../src/reports/printed-text.ts'
import { treeReport } from '../../src/reports/terminal/tree-text.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { tryTree } from '../../src/trees/prune/try-tree.ts'
import { treeScores } from '../../src/trees/tree-scores.ts'
import type { TreeColumn } from '../../src/trees/tree.ts'
import { leaf, node, randomTree, treeOf } from '../trees/random-tree.ts'

const iris = growTree({ ...lengths, species }, { target: 'species', source: 'iris.csv' })

describe('a tree as text', () => {
  test('has a line per node, with its branch, answer, rows and shares', () => {
    const lines = treeReport(iris).split('\n')
    expect(lines.slice(0, 2)).toEqual([
      'iris.csv: a tree over single cuts that predicts species, grown on 150 rows: 5',
      'tests deep, 17 nodes, 9 leaves',
    ])
    expect(lines.slice(3, 12)).toEqual([
      'species:   █ setosa   ░ versicolor   ▓ virginica',
      '',
      '                                    rows',
      'petal length:                        150         ████████░░░░░░░░▓▓▓▓▓▓▓▓',
      '├─ < 2.45 → setosa                    50  100 %  ████████████████████████',
      '└─ ≥ 2.45, petal width:              100         ░░░░░░░░░░░░▓▓▓▓▓▓▓▓▓▓▓▓',
      '   ├─ < 1.75, petal length:           54         ░░░░░░░░░░░░░░░░░░░░░░▓▓',
      '   │  ├─ < 4.95, petal width:         48         ░░░░░░░░░░░░░░░░░░░░░░░░',
      '   │  │  ├─ < 1.65 → versicolor       47  100 %  ░░░░░░░░░░░░░░░░░░░░░░░░',
    ])
    expect(lines).toHaveLength(6 + 17)
  })

  test('says what is folded, and how to see it', () => {
    const binned = growTree({ ...lengths, species }, { target: 'species', by: chiMerge })
    expect(treeReport(binned, { depth: 1 })).toContain('├─ [4.75, 5.15) → virginica … 9 more nodes')
    expect(treeReport(binned, { depth: 1 })).toMatch(/\n16 nodes not shown; --depth N or --all shows more$/)
    expect(treeReport(iris, { verbose: true })).not.toContain('not shown')
  })

  test('fits its width, whatever the names and the size', () => {
    const tree = randomTree(3, 6)
    for (const width of [60, 100]) {
      const lines = treeReport(tree, { width }).split('\n')
      expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width)
      expect(lines.length).toBeLessThan(75)
    }
    expect(treeReport(treeOf(leaf([3, 1]), [], ['a', 'b']))).toContain('\n→ a     4  75 %')
  })
})

/** Boxes of the nodes in a drawing. */
const boxes = (svg: string): string[] => svg.match(/<rect class="[xlf]"/g) ?? []

describe('a tree as a picture', () => {
  const svg = treeSvg(iris)

  test('is an SVG of its own with every node, line, class and count', () => {
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" width="\d+" height="\d+" role="img"/,
    )
    expect(boxes(svg)).toHaveLength(17)
    expect(svg.match(/class="e/g)).toHaveLength(16)
    for (const text of ['petal width', '&lt; 2.45', '≥ 1.75', 'virginica', '43 rows, 100 %', '100 rows']) {
      expect(svg).toContain(`>${text}</text>`)
    }
    expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script/)
  })

  test('folds what is too large, and escapes names', () => {
    const large = treeSvg(randomTree(3, 7))
    expect(boxes(large).length).toBeLessThanOrEqual(60)
    expect(large).toMatch(/… [\d,]+ more nodes/)
    expect(boxes(treeSvg(iris, { depth: 2 }))).toHaveLength(5)
    const odd = treeSvg({ ...iris, target: { ...iris.target, classes: ['<b>&"', 'b', 'c'] } })
    expect(odd).toContain('&lt;b&gt;&amp;&quot;')
    expect(odd).not.toContain('<b>')
    expect(() => treeSvg(iris, { most: 0 })).toThrow('treeSvg: most must be an integer of at least 1, got 0')
  })
})

describe('a tree as a page', () => {
  test('has the scores of every part, beside the majority and the area', () => {
    const { tree, training, validation, test: held } = tryTree({ ...lengths, species }, { target: 'species' })
    const page = treePage(tree, { scores: { training, validation, test: held } })
    expect(page).toContain('The 20 test rows had no say in the tree: trust these. Majority is the accuracy of always saying the commonest class.') // prettier-ignore
    expect(page).toContain('<th scope="col">accuracy</th><th scope="col">majority</th><th scope="col">AUC</th>')
    const figures = [held!.accuracy!, held!.majority!, held!.auc!].map((share) => `<td>${share.toFixed(4)}</td>`)
    expect(page).toContain(`<th scope="row">test rows</th><td>20</td>${figures.join('')}</tr>`)
    const alone = treePage(iris, { scores: { training: treeScores(iris, { ...lengths, species }) } })
    expect(alone).toContain('No row was held out from the making of the tree, so these figures flatter.')
    expect(treePage(iris)).not.toContain('How well it predicts')
  })

  test('has rules however large the tree is, and says how many it leaves out', () => {
    const rows = 900
    const x = Array.from({ length: rows }, (_, i) => i)
    const page = treePage(growTree({ x, y: x.map((i) => (i % 2 === 0 ? 'a' : 'b')) }, { target: 'y' }), { all: 100 })
    expect(page).toMatch(/<summary>The same as rules<\/summary><pre>if x/)
    expect(page).toContain('* also when the value is missing or was never seen')
    expect(page).toContain('<p class="facts">500 more rules; kerf export --to rules writes all of them.</p>')
  })

  test('of a small tree has one view, and the rules', () => {
    const page = treePage(iris)
    expect(page.match(/<section class="view/g)).toHaveLength(1)
    expect(boxes(page)).toHaveLength(17)
    expect(page.includes('if petal length &lt; 2.45 then setosa (50 of 50 rows)')).toBe(true)
    expect(page.includes("default-src 'none'")).toBe(true)
    expect(/<script|dashed box|only counted/.test(page)).toBe(false)
  })

  test('of a large tree shows at most 60 nodes at a time, and every link leads somewhere', () => {
    const page = treePage(randomTree(3, 7))
    const views = page.split('<section class="view').slice(1)
    expect(views.length).toBeGreaterThan(10)
    for (const view of views) expect(boxes(view).length).toBeLessThanOrEqual(60)
    const ids = new Set(page.match(/ id="[^"]+"/g)?.map((id) => id.slice(5, -1)))
    const links = page.match(/href="#[^"]+"/g)?.map((link) => link.slice(7, -1)) ?? []
    expect(links.filter((link) => !ids.has(link))).toEqual([])
    // Every view but the whole is opened by one box.
    expect(page.match(/<a href="#[^"]+"><rect /g)).toHaveLength(views.length - 1)
  })

  test('of a node with very many branches opens the lighter ones together', () => {
    const town: TreeColumn = {
      name: 'town',
      kind: 'category',
      groups: Array.from({ length: 45 }, (_, i) => [`town ${i}`]),
      labels: Array.from({ length: 45 }, (_, i) => `town ${i}`),
    }
    const branches = town.groups.map((_, i) => leaf([i + 1, 0]))
    const page = treePage(treeOf(node({ column: 0, cut: null }, branches), [town], ['a', 'b']))
    const views = page.split('<section class="view').slice(1)
    expect(views.map((view) => boxes(view).length)).toEqual([1 + 16, 1 + 29 + 1])
    expect(views[0]).toMatch(/ id="r0"/)
    expect(views[0].includes('>town 15</text>') && !views[0].includes('>town 16</text>')).toBe(true)
    expect(views[1].includes('>… 16 more nodes</text>')).toBe(true)
  })

  test('stops drawing at a limit, and says so', () => {
    const page = treePage(randomTree(3, 7), { all: 100 })
    expect(boxes(page).length).toBeLessThan(200)
    expect(page.includes('nodes are only counted.')).toBe(true)
  })
})
