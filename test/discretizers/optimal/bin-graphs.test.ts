import { expect, test } from 'vitest'
import { graphsOf } from '../../../src/discretizers/optimal/bin-graphs.ts'
import { bestPaths, type BinGraph } from '../../../src/discretizers/optimal/best-paths.ts'
import { binRules } from '../../../src/discretizers/optimal/bin-rules.ts'
import { NO_LIMITS } from '../../../src/discretizers/optimal/optimal-solve.ts'
import { classParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

test.each([
  { name: 'whole rows', weightOf: () => 1 },
  { name: 'parts of rows', weightOf: (i: number) => 1 + (i % 3) / 8 },
])('the arcs of a long column score what its bins do: $name', ({ weightOf }) => {
  const { next, integer } = random(4)
  const x = Array.from({ length: 600 }, () => integer(130))
  const target = x.map((value) => (next() < value / 130 ? 'b' : 'a'))
  const weights = Float64Array.from(x, (_, i) => weightOf(i))
  const summary = summarize(x, { target, classes: ['a', 'b'], weights })
  for (const measure of ['iv', 'information'] as const) {
    const parts = classParts(viewColumn(summary), 1, measure)
    expect(parts.size).toBeGreaterThan(100)
    const rules = binRules(parts, { ...NO_LIMITS, minShare: 0.02, mandatory: [30, 100] })
    const { graphs, release } = graphsOf(rules, ['ascending', 'descending', 'peak'], { maxBins: 9 })
    for (const graph of graphs) {
      const arcs = { count: 0, to: new Int32Array(graph.mostArcs), score: new Float64Array(graph.mostArcs) }
      for (let node = 0; node < graph.size; node += 7) {
        graph.leave(node, arcs)
        const from = graph.bound(node)
        for (let arc = 0; arc < arcs.count; arc++) {
          expect(arcs.score[arc]).toBe(parts.score(from, graph.bound(arcs.to[arc])))
        }
      }
    }
    release()
  }
})

test('many bins whose neighbours must differ are searched as arc by arc', () => {
  let found = 0
  for (let seed = 0; seed < cases(6, 60); seed++) {
    const { next, integer } = random(seed)
    const size = 100 + integer(60)
    const strength = next()
    const x = Array.from({ length: 1200 }, () => integer(size))
    const target = x.map((value) => (next() < 0.2 + (0.6 * strength * value) / size ? 'b' : 'a'))
    const weights = Float64Array.from(x, (_, i) => (seed % 3 === 0 ? 1 + (i % 3) / 8 : 1))
    const parts = classParts(viewColumn(summarize(x, { target, classes: ['a', 'b'], weights })), 1, seed % 2 === 0 ? 'iv' : 'information') // prettier-ignore
    const limits = { ...NO_LIMITS, minShare: 0.04, maxPValue: [0.05, 0.5, 1][integer(3)], mandatory: seed % 4 === 0 ? [40] : [] } // prettier-ignore
    const maxBins = 1 + integer(8)
    const { graphs, release } = graphsOf(binRules(parts, limits), ['none'], { maxBins })
    const [graph] = graphs
    const plain: BinGraph = {
      size: graph.size,
      mostArcs: graph.mostArcs,
      bound: (node) => graph.bound(node),
      leave: (node, arcs) => graph.leave(node, arcs),
    }
    expect(graph.layers!(maxBins, () => [])).not.toBeNull()
    const [quick, slow] = [graph, plain].map((own) => bestPaths(own, parts.size, maxBins))
    for (let bins = 1; bins <= maxBins; bins++) {
      const best = slow.best(bins)
      expect(quick.best(bins)).toBe(best)
      if (best === -Infinity) continue
      found++
      expect(quick.leftmost(bins, best - 1e-9)).toEqual(slow.leftmost(bins, best - 1e-9))
    }
    release()
  }
  expect(found).toBeGreaterThan(10)
})
