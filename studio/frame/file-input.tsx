import { openFiles } from '../state/open-file.ts'

const ID = 'choose-files'

/** The one input for files; buttons open it. */
export function FileInput() {
  return (
    <input
      id={ID}
      type="file"
      multiple
      hidden
      aria-label="Files to open"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // So that the same file can be chosen again.
        currentTarget.value = ''
        void openFiles(files)
      }}
    />
  )
}

/** Asks for files to open. */
export function chooseFiles(): void {
  document.querySelector<HTMLInputElement>(`#${ID}`)?.click()
}
