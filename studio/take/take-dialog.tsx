import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ask } from '../worker/ask.ts'
import { binning, opened } from '../state/store.ts'
import { chartFormats } from './chart-formats.ts'
import { binningFormats } from './formats.ts'
import { projectOfPage } from './project-file.ts'
import { baseName, offered, type TakeFormat, taking } from './take-format.ts'
import { TakePreview } from './take-preview.tsx'

/** All that can be taken away, with a look at each before it is saved. */
export function TakeDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const formats = useMemo(allFormats, [])
  const chosen = useSignal(formats[0].id)
  const format = useComputed(() => formats.find(({ id }) => id === chosen.value)!)
  useEffect(() => {
    const before = document.activeElement
    dialog.current!.showModal()
    // Arrow keys go through the formats at once.
    dialog.current!.querySelector<HTMLElement>('input:checked')?.focus()
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [])
  const groups = [...new Set(formats.map(({ group }) => group))]
  return (
    <dialog
      ref={dialog}
      class="take"
      aria-labelledby="take-title"
      onClose={() => (taking.value = false)}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div class="take-inside">
        <div class="take-head">
          <h2 id="take-title">Take away</h2>
          <button type="button" class="take-close" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <form class="take-list" aria-label="Formats" onSubmit={(event) => event.preventDefault()}>
          {groups.map((group) => (
            <fieldset key={group}>
              <legend>{group}</legend>
              {formats
                .filter((one) => one.group === group)
                .map(({ id, title }) => (
                  <label key={id} class={chosen.value === id ? 'on' : undefined}>
                    <input
                      type="radio"
                      name="take-format"
                      value={id}
                      checked={chosen.value === id}
                      onChange={() => (chosen.value = id)}
                    />
                    <span>{title}</span>
                  </label>
                ))}
            </fieldset>
          ))}
        </form>
        <TakePreview format={format} />
      </div>
    </dialog>
  )
}

function allFormats(): TakeFormat[] {
  const base = baseName(opened.value?.name ?? 'data')
  const project: TakeFormat = {
    id: 'project',
    group: 'To go on later',
    title: 'Project',
    about: 'Bins, summaries and every step of undo; reopens here without the data.',
    ofColumns: false,
    make: async () => {
      const now = projectOfPage()
      if (now === null) throw new Error('No file is open.')
      return {
        name: `${base}.kerf-project.json`,
        type: 'application/json;charset=utf-8',
        body: await ask('project', now),
      }
    },
  }
  const withTarget = binning.value !== null ? binningFormats(base) : []
  return [...withTarget, project, ...offered.value, ...chartFormats(base)]
}
