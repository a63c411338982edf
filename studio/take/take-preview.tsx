import { useSignal, useSignalEffect } from '@preact/signals'
import { binning, shown } from '../state/store.ts'
import { copyFile, saveFile } from './save-file.ts'
import type { TakeFormat, Taken } from './take-format.ts'

/** Lines and letters that are shown of a file. */
const MOST_LINES = 60
const MOST_LETTERS = 8000

/** One format: its choices, its first lines, and the buttons that copy and save it. */
export function TakePreview({ format }: { readonly format: TakeFormat }) {
  const { choice, ofColumns } = format
  const asked = useSignal(choice?.options[0].id ?? '')
  const only = useSignal(false)
  const made = useSignal<Taken | null>(null)
  const failed = useSignal<string | null>(null)
  const told = useSignal('')
  const column = shown.value?.name
  useSignalEffect(() => {
    const whole = binning.value
    if (whole === null) return
    const columns = only.value ? whole.columns.filter(({ name }) => name === shown.value?.name) : whole.columns
    let gone = false
    failed.value = null
    format.make({ binning: only.value ? { ...whole, columns } : whole, choice: asked.value }).then(
      (taken) => gone || (made.value = taken),
      (error: unknown) => gone || (failed.value = error instanceof Error ? error.message : String(error)),
    )
    return () => (gone = true)
  })
  const file = made.value
  const copy = (taken: Taken): void => {
    copyFile(taken).then(
      () => (told.value = 'copied'),
      () => (told.value = 'the browser did not let it be copied; save it instead'),
    )
  }
  return (
    <section class="take-look" aria-label={format.title}>
      <div class="take-about">
        <h3>{format.title}</h3>
        <p class="soft">{format.about}</p>
      </div>
      {(choice !== undefined || (ofColumns && (binning.value?.columns.length ?? 0) > 1)) && (
        <div class="take-choices">
          {choice !== undefined && (
            <label>
              {choice.label}{' '}
              <select value={asked.value} onChange={({ currentTarget }) => (asked.value = currentTarget.value)}>
                {choice.options.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
          )}
          {ofColumns && column !== undefined && (
            <label>
              columns{' '}
              <select
                value={only.value ? 'one' : 'all'}
                onChange={({ currentTarget }) => (only.value = currentTarget.value === 'one')}
              >
                <option value="all">all {binning.value?.columns.length}</option>
                <option value="one">only {column}</option>
              </select>
            </label>
          )}
        </div>
      )}
      {failed.value === null ? <FirstLines file={file} /> : <p role="alert">{failed.value}</p>}
      <footer>
        <p class="take-name">{file === null ? ' ' : <TakenName file={file} />}</p>
        <p class="soft" role="status">
          {told.value}
        </p>
        <button type="button" disabled={file === null} onClick={() => file !== null && copy(file)}>
          Copy
        </button>
        <button type="button" class="main" disabled={file === null} onClick={() => file !== null && saveFile(file)}>
          Save
        </button>
      </footer>
    </section>
  )
}

function TakenName({ file: { name, body } }: { readonly file: Taken }) {
  const bytes = typeof body === 'string' ? new Blob([body]).size : body.size
  return (
    <>
      <b>{name}</b> <span class="soft">{sizeText(bytes)}</span>
    </>
  )
}

function FirstLines({ file }: { readonly file: Taken | null }) {
  if (file === null)
    return (
      <div class="take-first soft" role="status">
        making it …
      </div>
    )
  if (file.type.startsWith('image/')) return <Picture file={file} />
  const text = file.body as string
  const lines = text.slice(0, MOST_LETTERS).split('\n').slice(0, MOST_LINES)
  const first = lines.map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line)).join('\n')
  const all = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const left = all - lines.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <pre class="take-first" tabIndex={0} aria-label={`First lines of ${file.name}`}>
      {first}
      {left > 0 && <span class="soft">{`\n… ${left.toLocaleString('en')} more lines`}</span>}
    </pre>
  )
}

function Picture({ file }: { readonly file: Taken }) {
  const address = useSignal<string | null>(null)
  useSignalEffect(() => {
    const { body, type } = file
    const made = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body)
    address.value = made
    return () => URL.revokeObjectURL(made)
  })
  return (
    <div class="take-first take-picture">
      {address.value !== null && <img src={address.value} alt={`How ${file.name} looks`} />}
    </div>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
