import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { MiniChart } from '../parts/mini-chart.tsx'
import { openSample } from '../state/open-file.ts'
import { busy } from '../state/store.ts'
import { ask } from '../worker/ask.ts'
import type { PicturedSample } from '../worker/jobs/pictures-job.ts'
import { SAMPLES } from '../worker/sample-list.ts'
import { chooseFiles } from './file-input.tsx'

const pictures = signal<readonly PicturedSample[]>([])

/** The page before a file is open. */
export function EmptyPage() {
  useEffect(() => {
    // The pictures are an ornament: where they cannot be made, opening the sample says why.
    if (pictures.value.length === 0 && busy.value === null)
      ask('pictures', {}).then(
        (made) => (pictures.value = made),
        () => {},
      )
  }, [])
  return (
    <main class="empty">
      <h2>See where a column of numbers changes its meaning, and move the cuts by hand.</h2>
      <div class="drop">
        <button type="button" class="main" onClick={chooseFiles}>
          Open a file
        </button>
        <p>
          or drop it anywhere: CSV, TSV, Parquet, JSON lines, ARFF, also gz; a saved binning; summaries of several
          sites, which are merged. Nothing leaves this machine.
        </p>
      </div>
      <h3>Or start with a sample</h3>
      <ul class="samples">
        {SAMPLES.map(({ id, title, about, target, pictured }) => {
          const made = pictures.value.find((picture) => picture.id === id)
          return (
            <li key={id}>
              <button type="button" onClick={() => void openSample(id)}>
                <span class="picture">
                  {made !== undefined && <MiniChart column={made.column} target={made.drawnFor} height={80} />}
                </span>
                <strong>{title}</strong>
                <span>{about}</span>
                <small>
                  {pictured.replaceAll('_', ' ')} by {target}
                </small>
              </button>
            </li>
          )
        })}
      </ul>
    </main>
  )
}
