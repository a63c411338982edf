import type { CardLineTexts, ScorecardTexts } from '../../../src/reports/index.ts'
import { chosen, view } from '../../state/store.ts'

/** The points of every bin, column by column; bars start at the bin of a column that gets fewest. */
export function CardPoints({ texts }: { readonly texts: ScorecardTexts }) {
  const least = texts.columns.map(({ lines }) => Math.min(...lines.map(({ slot }) => slot.points)))
  const widest = Math.max(1e-9, ...texts.columns.flatMap(({ lines }, i) => lines.map(({ slot }) => slot.points - least[i]))) // prettier-ignore
  return (
    <div class="card-columns">
      {texts.columns.map(({ name, facts, lines }, i) => (
        <section key={name} aria-label={`Points of ${name}`}>
          <h3>
            <button type="button" class="jump" title={`Look at ${name}`} onClick={() => lookAt(name)}>
              {name}
            </button>
          </h3>
          <p class="soft">{facts}</p>
          <table>
            <thead>
              <tr>
                <th scope="col">bin</th>
                <th scope="col">points</th>
                <td class="card-bar" />
                <th scope="col">share</th>
                <th scope="col">event</th>
                <th scope="col">WoE</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <Line key={at} line={line} part={(line.slot.points - least[i]) / widest} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

function Line({ line, part }: { readonly line: CardLineTexts; readonly part: number }) {
  return (
    <tr>
      <th scope="row">{line.slot.label}</th>
      <td class="card-score">{line.points}</td>
      <td class="card-bar">
        <i style={{ width: `${part * 100}%` }} />
      </td>
      <td title={`${line.rows} rows`}>{line.share}</td>
      <td>{line.event}</td>
      <td>{line.woe}</td>
    </tr>
  )
}

function lookAt(name: string): void {
  chosen.value = name
  view.value = 'column'
}
