import { openFiles } from '../state/open-file.ts'

/** The page before a file is open. */
export function EmptyPage() {
  return (
    <main class="empty">
      <p>See where a column of numbers changes its meaning, and move the cuts by hand. Nothing leaves this machine.</p>
      <label class="drop">
        Open a file{' '}
        <input
          type="file"
          multiple
          onChange={({ currentTarget }) => void openFiles([...(currentTarget.files ?? [])])}
        />
      </label>
    </main>
  )
}
