import type { ColumnDrift } from '../../../src/index.ts'
import { countText, type DriftColumnTexts } from '../../../src/reports/index.ts'
import { ratePairs, sharePairs, shareText } from './drift-pairs.ts'
import { PairsChart } from './pairs-chart.tsx'
import { Verdict } from './drift-table.tsx'

/** One column: the verdicts in words, both samples side by side over the bins, and the figures. */
export function DriftColumn({ column, told }: { readonly column: ColumnDrift; readonly told: DriftColumnTexts }) {
  const { rate, name } = column
  const what = rate?.of == null ? 'mean of the target' : `rate of ${rate.of}`
  return (
    <section class="drift-column" aria-label={`Drift of ${name}`}>
      <h3>
        {name} <Verdict level={column.level} />
      </h3>
      <p>
        <b>Population</b> {told.population}.
      </p>
      {told.rates !== null && (
        <p>
          <b>Rates</b> {told.rates.words}.
        </p>
      )}
      {column.notes.map(({ message }) => (
        <p key={message} class="soft">
          Note: {message}.
        </p>
      ))}
      <div class="drift-charts">
        <figure>
          <figcaption>share of rows, with where the true share lies in 95 of 100 samples</figcaption>
          <PairsChart
            name={`Shares of rows by bins of ${name} before and now`}
            pairs={sharePairs(column)}
            drawnAs="bars"
          />
        </figure>
        {rate !== null && (
          <figure>
            <figcaption>{what}</figcaption>
            <PairsChart
              name={`${what} by bins of ${name} before and now`}
              pairs={ratePairs(column, told)}
              drawnAs="dots"
            />
          </figure>
        )}
      </div>
      <ul class="drift-legend" aria-label="Legend">
        <li class="before">before</li>
        <li class="now">now</li>
      </ul>
      <SlotTable column={column} told={told} />
    </section>
  )
}

function SlotTable({ column, told }: { readonly column: ColumnDrift; readonly told: DriftColumnTexts }) {
  const { slots, rate, kind } = column
  const total = (side: 'before' | 'now'): number => slots.reduce((sum, slot) => sum + slot[side].count, 0)
  const [before, now] = [total('before'), total('now')]
  return (
    <div class="scroll">
      <table class="drift-slots">
        <thead>
          <tr>
            <th scope="col">{kind === 'number' || kind === 'date' ? 'bin' : 'level'}</th>
            <th scope="col">rows</th>
            <th scope="col">now</th>
            <th scope="col">share</th>
            <th scope="col">now</th>
            <th scope="col">bin PSI</th>
            {rate !== null && (
              <>
                <th scope="col">{rate.of === null ? 'mean' : 'rate'}</th>
                <th scope="col">now</th>
                <th scope="col">bin p</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, i) => (
            <tr key={slot.label}>
              <th scope="row">{slot.label}</th>
              <td>{countText(slot.before.count)}</td>
              <td>{countText(slot.now.count)}</td>
              <td>{shareText(slot.before, before)}</td>
              <td>{shareText(slot.now, now)}</td>
              <td>{told.slots[i].psi}</td>
              {rate !== null && (
                <>
                  <td>{told.slots[i].before}</td>
                  <td>{told.slots[i].now}</td>
                  <td class="soft">{told.slots[i].pValue}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
