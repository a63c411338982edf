import { chosen, ranking, shown } from '../state/store.ts'

/** All columns, those that tell most first. */
export function ColumnList() {
  return (
    <nav aria-label="Columns" class="columns">
      <ul>
        {ranking.value?.columns.map(({ name }) => (
          <li key={name}>
            <button type="button" aria-pressed={shown.value?.name === name} onClick={() => (chosen.value = name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
