import { batch } from '@preact/signals'
import { type Binning, rankColumns } from '../../src/index.ts'
import { ask, type AskOptions, startWorker, useWorker } from '../worker/ask.ts'
import { savedFormat } from '../worker/file-format.ts'
import type { OpenAsked, Opened, ServedFile } from '../worker/jobs/open-job.ts'
import { MOST_CLASSES } from '../worker/most-classes.ts'
import { forgetEditors } from './editing.ts'
import { chosen, columns, fitted, isTouched, opened, target, view } from './store.ts'
import { forgetSteps } from './steps.ts'
import { working } from './working.ts'

export { working } from './working.ts'

/** Opens files that were dropped or chosen. A cancelled or failed opening leaves the page as it was. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const formats = await Promise.all(files.map((file) => savedFormat(file).catch(() => null)))
  const project = files.find((_, i) => formats[i] === 'kerf-project')
  if (project === undefined) return openAny({ files })
  const { openProject } = await import('../take/open-project.ts')
  return openProject(project)
}

/** Opens one of the samples. */
export function openSample(id: string): Promise<void> {
  return openAny({ sample: id })
}

/** Opens the files that `kerf studio` was called with, which it names in the page. */
export function openServed(): Promise<void> | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name=kerf-data]')
  if (named === null) return null
  return openAny({ served: JSON.parse(named.content) as ServedFile[] })
}

/**
 * Reads, counts and cuts in a worker of its own, which takes the place of the other once all is done: so that to cancel is
 * to end it, and nothing that is open is lost.
 */
async function openAny(asked: OpenAsked): Promise<void> {
  await working(async (run) => {
    const line = startWorker()
    try {
      const file = await line.ask('open', asked, { ...run, onProgress: share(run, 0, 0.6) })
      const name = file.target === undefined ? (file.suggested ?? suggestTarget(file)) : null
      const { binning } = await line.ask(
        'count',
        { target: name, event: null, source: file.name },
        { ...run, onProgress: share(run, 0.6, 1) },
      )
      useWorker(line)
      show(file, binning)
      view.value = 'column'
    } catch (error) {
      line.end()
      throw error
    }
  })
}

/** The part of the bar that a job has. */
function share({ onProgress }: Required<AskOptions>, from: number, to: number): AskOptions['onProgress'] {
  return (part, words) => onProgress?.(from + part * (to - from), words)
}

/** Counts the open file for another target. */
export async function chooseTarget(name: string | null, event: string | null): Promise<void> {
  const file = opened.value
  if (file === null) return
  await working(async (run) => {
    const { binning } = await ask('count', { target: name, event, source: file.name }, run)
    show(file, binning)
  })
}

/** Speaks of another class from now on; columns that a person changed stay as they are. */
export async function chooseEvent(event: string | null): Promise<void> {
  const now = target.value
  if (now?.kind !== 'class') return
  await working(async (run) => {
    const binning = await ask('cut', { method: null, options: {}, columns: null, event }, run)
    const made = new Map(binning.columns.map((column) => [column.name, column]))
    batch(() => {
      forgetEditors()
      target.value = binning.target
      columns.value = columns.value.map((shown) => {
        const column = made.get(shown.name)
        const own = shown.method === binning.created.method && !isTouched(shown) && column !== undefined
        return own ? { ...shown, fitted: column, column } : shown
      })
      fitted.value = { ...binning, columns: columns.value.map(({ fitted: one }) => one) }
    })
  })
}

/** Everything on the page is of this file and this binning from now on. */
function show(file: Opened, binning: Binning): void {
  const { method } = binning.created
  const before = chosen.value
  forgetSteps()
  forgetEditors()
  batch(() => {
    opened.value = file
    target.value = binning.target
    columns.value = binning.columns.map((column) => ({
      name: column.name,
      method,
      options: {},
      fitted: column,
      column,
    }))
    fitted.value = binning
    chosen.value = binning.columns.some(({ name }) => name === before) ? before : mostTelling(binning)
  })
}

function mostTelling(binning: Binning): string | null {
  return binning.target === null ? null : (rankColumns(binning).columns[0]?.name ?? null)
}

const LIKELY = /^(?:target|class|label|y|outcome|survived|species|default|churn|event|response|bad|good)$/i

/** The column that is most likely the target: by its name, or the last that has a few values. */
export function suggestTarget({ columns: read }: Opened): string | null {
  const few = read.filter(({ values }) => values >= 2 && values <= MOST_CLASSES)
  const named = few.find(({ name }) => LIKELY.test(name))
  return (named ?? few.at(-1))?.name ?? null
}
