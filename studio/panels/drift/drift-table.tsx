import type { ColumnDrift, Drift } from '../../../src/index.ts'
import type { DriftColumnTexts, DriftTexts } from '../../../src/reports/index.ts'
import { chosen } from '../../state/store.ts'

/** The customary limits of the index, from slight to moderate and from moderate to large. */
const LIMITS = [0.1, 0.25]

/** All columns in a line each, the surest change first. */
export function DriftTable({
  drift,
  texts,
  looked,
}: {
  readonly drift: Drift
  readonly texts: DriftTexts
  readonly looked: string | null
}) {
  const full = Math.max(0.4, ...drift.columns.map(({ psi }) => psi))
  const byName = new Map(drift.columns.map((column) => [column.name, column]))
  return (
    <div class="scroll drift-all">
      <table>
        <caption>Columns, the surest change first</caption>
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">population</th>
            <th scope="col" class="drift-meter">
              PSI <span class="soft">│ chance</span>
            </th>
            <th scope="col" class="n">
              PSI
            </th>
            <th scope="col" class="n">
              chance
            </th>
            {drift.target !== null && <th scope="col">rates</th>}
          </tr>
        </thead>
        <tbody>
          {texts.columns.map((told) => (
            <Line key={told.name} told={told} column={byName.get(told.name)!} full={full} on={told.name === looked} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({
  told,
  column,
  full,
  on,
}: {
  readonly told: DriftColumnTexts
  readonly column: ColumnDrift
  readonly full: number
  readonly on: boolean
}) {
  const percent = (psi: number): string => `${Math.min(100, (100 * psi) / full)}%`
  return (
    <tr class={on ? 'on' : undefined}>
      <th scope="row">
        <button type="button" aria-pressed={on} onClick={() => (chosen.value = told.name)}>
          {told.name}
        </button>
      </th>
      <td>
        <Verdict level={column.level} />
      </td>
      <td class="drift-meter" aria-hidden="true">
        <span class="psi-bar">
          {LIMITS.map((limit) => (
            <i key={limit} class="limit" style={`left:${percent(limit)}`} />
          ))}
          <i class={`fill ${column.level}`} style={`width:${percent(column.psi)}`} />
          {column.critical !== null && <i class="chance" style={`left:${percent(column.critical)}`} />}
        </span>
      </td>
      <td class="n">{told.psi}</td>
      <td class="n soft">{told.chance}</td>
      {told.rates !== null && (
        <td>{column.rate?.change === 'own' ? <b>{told.rates.verdict}</b> : told.rates.verdict}</td>
      )}
    </tr>
  )
}

/** How much moved: a mark that grows, and the word. */
export function Verdict({ level }: { readonly level: ColumnDrift['level'] }) {
  return <span class={`drift-level ${level}`}>{level}</span>
}
