import { classFills } from '../parts/class-fills.ts'
import { columns, target } from '../state/store.ts'

/** Which fill is which class. */
export function ListLegend() {
  const now = target.value
  if (now?.kind !== 'class') return null
  const [first] = columns.value
  const totals = now.classes.map((_, i) =>
    (first?.fitted.bins ?? []).reduce((sum: number, { classes }) => sum + (classes?.[i] ?? 0), 0),
  )
  return (
    <ul class="class-legend" aria-label={`Classes of ${now.name ?? 'the target'}`}>
      {classFills(now, totals).map(({ name, fill }) => (
        <li key={name}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect width="12" height="12" rx="2" fill={fill} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
