import { countText, percentText } from '../../../src/reports/index.ts'
import type { GrownTree } from '../../worker/jobs/tree-job.ts'
import { keyOf } from './tree-chart.tsx'

/** The rule that leads to the chosen box in words, and what its rows are. */
export function LeafFacts({ grown, chosen }: { readonly grown: GrownTree; readonly chosen: string }) {
  const at = grown.drawing.boxes.findIndex((box) => keyOf(box) === chosen)
  if (at < 0) return <p class="soft leaf-hint">Choose a box to read its rule.</p>
  const { node } = grown.drawing.boxes[at].shown
  const all = node.classes.reduce((sum, count) => sum + count, 0)
  const counts = grown.classes
    .map((name, i) => ({ name, count: node.classes[i] }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 12)
  return (
    <div class="leaf-facts" role="status">
      <p class="rule">{grown.rules[at]}</p>
      {grown.rules[at].includes('* ') && <p class="soft">* also when the value is missing or was never seen</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">class</th>
            <th scope="col">rows</th>
            <th scope="col">share</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{countText(count)}</td>
              <td>{percentText(count / all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
