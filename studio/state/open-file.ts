import { AbortError } from '../../src/index.ts'
import { ask, type AskOptions } from '../worker/ask.ts'
import { MOST_CLASSES, type Opened } from '../worker/jobs/open-job.ts'
import { forgetEditors } from './editing.ts'
import { busy, chosen, columns, fitted, opened, problem, target, view } from './store.ts'
import { forgetSteps } from './steps.ts'

/** Opens files that were dropped or chosen: read, counted, cut. A cancelled or failed opening leaves the page as it was. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files[0].name.endsWith('.kerf-project.json')) {
    const { openProject } = await import('../take/open-project.ts')
    return openProject(files[0])
  }
  await working(async (run) => {
    const file = await ask('open', { files }, run)
    await countAndCut(file, suggestTarget(file), null, run)
    view.value = 'column'
  })
}

/** Counts the open file for another target. */
export async function chooseTarget(name: string | null, event: string | null): Promise<void> {
  const file = opened.value
  if (file !== null) await working((run) => countAndCut(file, name, event, run))
}

async function countAndCut(file: Opened, name: string | null, event: string | null, run: AskOptions): Promise<void> {
  const counted = await ask('count', { target: name, event }, run)
  const binning = await ask('cut', { method: null, options: {}, columns: null, event }, run)
  forgetSteps()
  forgetEditors()
  opened.value = file
  target.value = counted.target
  fitted.value = binning
  const { method } = binning.created
  columns.value = binning.columns.map((column) => ({ name: column.name, method, options: {}, fitted: column, column }))
  chosen.value = null
}

/** Long work with a bar; what goes wrong is told, what is stopped is not. */
export async function working(work: (run: Required<AskOptions>) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  problem.value = null
  busy.value = { words: 'starting', part: null, stop }
  try {
    await work({
      signal: controller.signal,
      onProgress: (part, words) => (busy.value = { words, part, stop }),
    })
  } catch (error) {
    if (!(error instanceof AbortError)) problem.value = error instanceof Error ? error.message : String(error)
  } finally {
    busy.value = null
  }
}

const LIKELY = /^(?:target|class|label|y|outcome|survived|species|default|churn|event|response|bad|good)$/i

/** The column that is most likely the target: by its name, or the last that has a few values. */
export function suggestTarget({ columns: read }: Opened): string | null {
  const few = read.filter(({ values }) => values >= 2 && values <= MOST_CLASSES)
  const named = few.find(({ name }) => LIKELY.test(name))
  return (named ?? few.at(-1))?.name ?? null
}
