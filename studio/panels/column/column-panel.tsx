import { shown } from '../../state/store.ts'

/** One column: its histogram, its cuts as handles, its bins with live numbers. */
export function ColumnPanel() {
  const now = shown.value
  if (now === null) return null
  return (
    <section aria-label={`Column ${now.name}`}>
      <h2>{now.name}</h2>
      <ul>
        {now.column.bins.map(({ label, count }) => (
          <li key={label}>
            {label}: {count}
          </li>
        ))}
      </ul>
    </section>
  )
}
