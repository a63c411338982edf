import { fitted, opened } from '../state/store.ts'

/** What there is to tell of the file as a whole. */
export function NotesFold() {
  const notes = [...(opened.value?.notes ?? []), ...(fitted.value?.notes ?? [])].map(({ message }) => message)
  const told = [...new Set(notes)]
  if (told.length === 0) return null
  return (
    <details class="notes">
      <summary>
        {told.length} {told.length === 1 ? 'note' : 'notes'} on the file
      </summary>
      <ul>
        {told.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </details>
  )
}
