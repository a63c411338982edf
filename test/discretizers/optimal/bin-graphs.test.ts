import { expect, test } from 'vitest'
import { graphsOf } from '../../../src/discretizers/optimal/bin-graphs.ts'
import { binRules } from '../../../src/discretizers/optimal/bin-rules.ts'
import { NO_LIMITS } from '../../../src/discretizers/optimal/optimal-solve.ts'
import { classParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'

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
    for (const graph of graphsOf(rules, ['ascending', 'descending', 'peak'])) {
      const arcs = { count: 0, to: new Int32Array(graph.mostArcs), score: new Float64Array(graph.mostArcs) }
      for (let node = 0; node < graph.size; node += 7) {
        graph.leave(node, arcs)
        const from = graph.bound(node)
        for (let arc = 0; arc < arcs.count; arc++) {
          expect(arcs.score[arc]).toBe(parts.score(from, graph.bound(arcs.to[arc])))
        }
      }
    }
  }
})
