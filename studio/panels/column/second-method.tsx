import { computed, effect, signal } from '@preact/signals'
import { binningTable, hasCuts, type NumberColumn } from '../../../src/index.ts'
import { informationOf } from '../../../src/reports/index.ts'
import { eventNow, shown, target } from '../../state/store.ts'
import { ask } from '../../worker/ask.ts'
import { GAP, lineEnds, pixelOf, STRIP } from './chart-frame.ts'
import { secondMethod, seenCuts } from './column-view.ts'
import { showCut } from './cut-actions.ts'
import { cutWords } from './value-words.ts'

/** The column as the second method cuts it; null where there is none. */
export const second = signal<NumberColumn | null>(null)
/** Why the second method cannot cut it. */
export const secondProblem = signal<string | null>(null)
/** Room that the cuts of the second method take below the line. */
export const secondHeight = computed(() => (secondMethod.value === null ? 0 : 40))

const wanted = computed(() => ({ method: secondMethod.value, name: shown.value?.name, target: target.value }))

/** Keeps the second method's cuts those of the column that is looked at. Gives a function that ends this. */
export function watchSecond(): () => void {
  return effect(() => {
    const asked = wanted.value
    second.value = null
    secondProblem.value = null
    if (asked.method === null || asked.name === undefined) return
    ask('cut', { method: asked.method, options: {}, columns: [asked.name], event: eventNow() }).then(
      ({ columns: [column] }) => {
        if (wanted.value === asked && column !== undefined && hasCuts(column)) second.value = column
      },
      (error: unknown) => {
        if (wanted.value === asked) secondProblem.value = error instanceof Error ? error.message : String(error)
      },
    )
  })
}

/** The bins of the second method below those of the first, on the same line of numbers. */
export function SecondLane({ top }: { readonly top: number }) {
  const column = second.value
  if (column === null) return null
  const [from, to] = lineEnds.value
  const edges = [from, ...column.cuts.map(pixelOf), to]
  return (
    <g class="second">
      {column.cuts.map((cut) => (
        <path key={cut} class="secondcut" d={`M${pixelOf(cut)} ${STRIP + GAP}V${top + 14}`} />
      ))}
      {column.bins.map((bin, i) => (
        <rect
          key={bin.label}
          class={i % 2 === 0 ? 'even' : 'odd'}
          x={edges[i] + 1}
          y={top + 2}
          width={Math.max(0, edges[i + 1] - edges[i] - 2)}
          height={12}
          rx={2}
        />
      ))}
      <text class="tick" x={from} y={top + 30}>
        {column.method}: {column.cuts.length === 0 ? 'no cut' : cutWords(column).join(' · ')}
      </text>
    </g>
  )
}

/** The numbers of both methods, one below the other. */
export function SecondNumbers() {
  const [column, first, now] = [second.value, seenCuts.value, shown.value]
  if (secondMethod.value === null || now === null || first === null) return null
  if (secondProblem.value !== null) return <p class="fault">{secondProblem.value}</p>
  if (column === null) return <p class="soft">cutting by {secondMethod.value} …</p>
  const line = (one: NumberColumn): string => informationOf(binningTable(one, target.value), target.value).words
  const touched = now.column !== now.fitted
  const use = (): void =>
    showCut(
      now,
      { ...now, method: column.method, options: {}, fitted: column, column },
      `cut ${now.name} by ${column.method}`,
    )
  return (
    <div class="versus" role="group" aria-label="Two methods">
      <p>
        <span class="mark one" /> <b>{touched ? 'yours' : now.method}</b> {first.bins.length} bins · {line(first)}
      </p>
      <p>
        <span class="mark two" /> <b>{column.method}</b> {column.bins.length} bins · {line(column)}{' '}
        <button type="button" class="quiet" onClick={use}>
          Use {column.method}
        </button>
      </p>
    </div>
  )
}
