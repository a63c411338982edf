import { MiniChart } from '../parts/mini-chart.tsx'
import { openSample } from '../state/open-file.ts'
import { SAMPLES } from '../worker/sample-list.ts'
import type { SamplePicture } from '../worker/sample-pictures.ts'
import { chooseFiles } from './file-input.tsx'

/** The build has them made (`worker/sample-pictures.ts`). */
declare const SAMPLE_PICTURES: readonly SamplePicture[]

/** The page before a file is open. */
export function EmptyPage() {
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
          const made = SAMPLE_PICTURES.find((picture) => picture.id === id)
          return (
            <li key={id}>
              <button type="button" onClick={() => void openSample(id)}>
                <span class="picture">
                  {made !== undefined && <MiniChart column={made.column} target={made.target} height={80} />}
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
