import { useEffect } from 'preact/hooks'
import { opened, shown } from '../../state/store.ts'
import { baseName, offered } from '../../take/take-format.ts'
import { DriftColumn } from './drift-column.tsx'
import { driftFormats } from './drift-formats.ts'
import { drifted, followBins, openLater, type ShownDrift } from './drift-state.ts'
import { DriftTable } from './drift-table.tsx'

/** A later sample beside the first: which columns moved, how sure that is, and where. */
export function DriftPanel() {
  useEffect(() => followBins(), [])
  const found = drifted.value
  useEffect(() => {
    offered.value = found === null ? [] : driftFormats(found.drift, baseName(found.drift.current.name ?? 'later'))
    return () => (offered.value = [])
  }, [found])
  return (
    <section class="drift" aria-labelledby="drift-title">
      <h2 id="drift-title">Drift</h2>
      {found === null ? <NoLater /> : <Compared found={found} />}
    </section>
  )
}

function NoLater() {
  return (
    <div class="drift-none">
      <p>
        Open a later sample with the same columns, and see which of them moved since {opened.value?.name}: how many rows
        fall into each bin then and now, whether chance explains it, and whether rates changed where the later file has
        the target too.
      </p>
      <LaterFile words="Choose a later file" />
    </div>
  )
}

function LaterFile({ words }: { readonly words: string }) {
  return (
    <label class="drift-file">
      {words}
      <input
        type="file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) void openLater(file)
          // The same file can be chosen again after it was changed.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Compared({ found: { drift, texts, notes } }: { readonly found: ShownDrift }) {
  const name = shown.value?.name
  const told = texts.columns.find((column) => column.name === name) ?? texts.columns[0]
  const column = drift.columns.find((one) => one.name === told?.name)
  const said = [texts.target, texts.overall].filter((text) => text !== '')
  const allNotes = [...drift.notes, ...notes]
  return (
    <>
      <div class="drift-head">
        <p>{texts.title}</p>
        <LaterFile words="Another file" />
      </div>
      {said.map((text) => (
        <p key={text} class="drift-said">
          {text.replace(/^the /, 'The ')}.
        </p>
      ))}
      <DriftTable drift={drift} texts={texts} looked={column?.name ?? null} />
      {column !== undefined && told !== undefined && <DriftColumn key={column.name} column={column} told={told} />}
      <details class="drift-how">
        <summary>How to read this</summary>
        {texts.how.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {allNotes.map(({ message }) => (
          <p key={message}>Note: {message}.</p>
        ))}
      </details>
    </>
  )
}
