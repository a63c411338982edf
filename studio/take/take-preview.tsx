import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { binning, shown } from '../state/store.ts'
import { copyFile, saveFile } from './save-file.ts'
import type { TakeFormat, Taken } from './take-format.ts'
import { type Taking, useTaken } from './use-taken.ts'

/** Lines and letters that are shown of a file. */
const MOST_LINES = 60
const MOST_LETTERS = 8000

/**
 * One format: its choices, its first lines, and the buttons that copy and save it. It is the same element for all formats,
 * and its buttons stay where they are: what is pressed while a file is still made is saved once it is there.
 */
export function TakePreview({ format }: { readonly format: ReadonlySignal<TakeFormat> }) {
  const { title, about } = format.value
  const taking = useTaken(format)
  const told = useSignal('')
  const file = taking.file.value
  // What was said is of the file that was shown then.
  useEffect(() => {
    told.value = ''
  }, [file])
  const act = (done: (taken: Taken) => unknown, failure: string): void => {
    taking
      .wanted()
      .then(done)
      .catch(() => (told.value = taking.failed.value === null ? failure : ''))
  }
  const copy = async (taken: Taken): Promise<void> => {
    await copyFile(taken)
    told.value = 'copied'
  }
  return (
    <section class="take-look" aria-label={title} aria-busy={taking.busy.value}>
      <div class="take-about">
        <h3>{title}</h3>
        <p class="soft">{about}</p>
      </div>
      <Choices format={format.value} taking={taking} />
      {taking.failed.value === null ? <FirstLines file={file} /> : <p role="alert">{taking.failed.value}</p>}
      <footer>
        <p class="take-name">
          {file !== null && <TakenName file={file} />}
          <span class="soft" role="status">
            {told.value}
          </span>
        </p>
        <button type="button" onClick={() => act(copy, 'the browser did not let it be copied; save it instead')}>
          Copy
        </button>
        <button type="button" class="main" onClick={() => act(saveFile, 'the browser did not let it be saved')}>
          Save
        </button>
      </footer>
    </section>
  )
}

interface ChoicesProps {
  readonly format: TakeFormat
  readonly taking: Taking
}

function Choices({ format, taking }: ChoicesProps) {
  const { choice } = format
  const column = shown.value?.name
  const ofColumns = format.ofColumns && column !== undefined && (binning.value?.columns.length ?? 0) > 1
  if (choice === undefined && !ofColumns) return null
  return (
    <div class="take-choices">
      {choice !== undefined && (
        <label>
          {choice.label}{' '}
          <select value={taking.choice.value} onChange={({ currentTarget }) => taking.choose(currentTarget.value)}>
            {choice.options.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {ofColumns && (
        <label>
          columns{' '}
          <select
            value={taking.only.value ? 'one' : 'all'}
            onChange={({ currentTarget }) => (taking.only.value = currentTarget.value === 'one')}
          >
            <option value="all">all {binning.value?.columns.length}</option>
            <option value="one">only {column}</option>
          </select>
        </label>
      )}
    </div>
  )
}

function TakenName({ file: { name, body } }: { readonly file: Taken }) {
  const bytes = typeof body === 'string' ? new Blob([body]).size : body.size
  return (
    <>
      <b title={name}>{name}</b> <span class="soft">{sizeText(bytes)}</span>
    </>
  )
}

function FirstLines({ file }: { readonly file: Taken | null }) {
  if (file === null)
    return (
      <div class="take-first take-making soft" role="status">
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
  useEffect(() => {
    const { body, type } = file
    const made = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body)
    address.value = made
    return () => URL.revokeObjectURL(made)
  }, [file])
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
