import { effect, signal } from '@preact/signals'
import type { Binning } from '../../../src/index.ts'
import { driftTexts, type DriftTexts } from '../../../src/reports/index.ts'
import { working } from '../../state/open-file.ts'
import { binning, chosen, opened, problem } from '../../state/store.ts'
import { ask } from '../../worker/ask.ts'
import type { Drifted } from '../../worker/jobs/drift-job.ts'

/** A comparison as it is shown: what was found, and what is told of it. */
export interface ShownDrift extends Drifted {
  readonly texts: DriftTexts
  /** the bins that were compared */
  readonly binning: Binning
}

/** What was found; null until a later file is open. */
export const drifted = signal<ShownDrift | null>(null)

/** Time in which cuts may move on before rows are counted again. */
const CALM = 120

/** Opens a later file and compares. The column whose change is surest is looked at first. */
export async function openLater(file: File): Promise<void> {
  const now = binning.value
  if (now === null) return
  await working(async (run) => {
    const found = await ask('drift', { binning: now, file, name: file.name }, run)
    drifted.value = withTexts(found, now)
    chosen.value = drifted.value.texts.columns[0]?.name ?? null
  })
}

function withTexts(found: Drifted, compared: Binning): ShownDrift {
  return { ...found, texts: driftTexts(found.drift), binning: compared }
}

// Another file was opened: the worker has forgotten the later one.
effect(() => {
  void opened.value
  drifted.value = null
})

/** Compares again whenever bins change, while the panel is shown; the function it gives ends that. */
export function followBins(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  const end = effect(() => {
    const [now, shown] = [binning.value, drifted.peek()]
    clearTimeout(timer)
    last?.abort()
    if (now === null || shown === null || shown.binning === now) return
    const name = shown.drift.current.name ?? ''
    timer = setTimeout(() => {
      last = new AbortController()
      const { signal: stopped } = last
      ask('drift', { binning: now, file: null, name }, { signal: stopped }).then(
        (found) => (drifted.value = withTexts(found, now)),
        (error: unknown) => {
          if (!stopped.aborted) problem.value = error instanceof Error ? error.message : String(error)
        },
      )
    }, CALM)
  })
  return () => {
    end()
    clearTimeout(timer)
    last?.abort()
  }
}
