import { expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { bestPaths, type BinGraph, type Paths } from '../../../src/discretizers/optimal/best-paths.ts'
import { graphsOf } from '../../../src/discretizers/optimal/bin-graphs.ts'
import { binRules } from '../../../src/discretizers/optimal/bin-rules.ts'
import { classParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { UNLIMITED } from './optimal-cases.ts'

/** The same graph, which is searched arc by arc. */
function plainly(graph: BinGraph): BinGraph {
  return {
    size: graph.size,
    mostArcs: graph.mostArcs,
    bound: (node) => graph.bound(node),
    leave: (node, arcs) => graph.leave(node, arcs),
  }
}

test.each(['ascending', 'descending'] as const)('%s rates are searched as arc by arc', (trend) => {
  for (let seed = 0; seed < cases(30, 300); seed++) {
    const { next, integer } = random(seed)
    const size = 2 + integer(40)
    // Few rows, so that many rates are the same.
    const x = Array.from({ length: size }, (_, i) => Array<number>(1 + integer(4)).fill(i)).flat()
    const target = x.map((value) => (next() < 0.2 + (0.6 * value) / size ? 'b' : 'a'))
    const parts = classParts(viewColumn(summarize(x, { target, classes: ['a', 'b'] })), 1, seed % 2 === 0 ? 'iv' : 'information') // prettier-ignore
    const maxBins = Math.min(size, 1 + integer(7))
    const mandatory = seed % 3 === 0 ? [1 + integer(size - 1)] : []
    const limits = { ...UNLIMITED, minShare: [0, 0.05, 0.2][integer(3)], maxBins, mandatory, trend }
    const [graph] = graphsOf(binRules(parts, limits), [trend], { maxBins }).graphs
    const [quick, slow] = [graph, plainly(graph)].map((own) => bestPaths(own, size, maxBins))
    for (let bins = 1; bins <= maxBins; bins++) {
      const best = slow.best(bins)
      const leftmost = (paths: Paths): number[] => (best === -Infinity ? [] : paths.leftmost(bins, best - 1e-9))
      expect(quick.best(bins)).toBe(best)
      expect(leftmost(quick)).toEqual(leftmost(slow))
    }
  }
})
