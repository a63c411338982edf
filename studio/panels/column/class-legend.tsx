import { target } from '../../state/store.ts'
import { series } from './histogram.tsx'

/** Which fill is which class. */
export function ClassLegend() {
  const about = target.value
  if (about === null) return null
  if (about.kind === 'numeric') return <p class="legend soft">mean of {about.name ?? 'the target'} over the bins, with 95 % interval</p> // prettier-ignore
  return (
    <ul class="legend" aria-label="Classes">
      {about.name !== null && <li class="soft">{about.name}</li>}
      {series.value.map(({ name, fill }) => (
        <li key={fill}>
          <svg class="k" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M0 0h14v14H0z" fill={`url(#k${fill})`} />
          </svg>
          {name ?? 'others'}
        </li>
      ))}
    </ul>
  )
}
