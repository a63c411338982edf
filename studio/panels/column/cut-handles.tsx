import { cutScores } from '../../../src/explain/index.ts'
import { scoreText } from './score-words.ts'
import { GAP, pixelOf, pixelUnit, PLOT, STRIP, valueAtPixel } from './chart-frame.ts'
import { drag, refusal, seenCuts, selected, selectedCut } from './column-view.ts'
import { dragTo, endDrag, removeCut, snapped, startDrag, stepCut, stopDrag } from './cut-actions.ts'
import { cutWords } from './value-words.ts'
import { rounded } from './value-gaps.ts'

/** Pixels within which a cut is pulled into the middle of a gap. */
const MAGNET = 6
/** Pixels above or below the chart beyond which a cut that is let go is taken away. */
const OFF = 56
const HEIGHT = STRIP + GAP + PLOT

/** The cuts as handles over the chart. */
export function CutHandles() {
  const column = seenCuts.value
  if (column === null) return null
  const texts = cutWords(column)
  const scores = cutScores(column)
  const lanes = lanesOf(column.cuts.map(pixelOf), texts)
  const [min, max] = column.range ?? [0, 1]
  return (
    <>
      {column.cuts.map((cut, i) => {
        const held = drag.value?.at === i
        return (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a cut that moves is the same handle
            key={i}
            role="slider"
            tabIndex={0}
            class={`handle${held ? ' held' : ''}${held && drag.value?.off === true ? ' off' : ''}${selectedCut.value === i ? ' chosen' : ''}`}
            style={{ transform: `translateX(${pixelOf(cut)}px)`, height: `${HEIGHT}px` }}
            aria-label={`Cut ${i + 1} of ${column.cuts.length}`}
            aria-valuemin={column.cuts[i - 1] ?? min}
            aria-valuemax={column.cuts[i + 1] ?? max}
            aria-valuenow={cut}
            aria-valuetext={`cut ${i + 1} of ${column.cuts.length} at ${texts[i]}, ${scoreText(scores[i])}`}
            aria-orientation="horizontal"
            aria-keyshortcuts="ArrowLeft ArrowRight Delete"
            onPointerDown={(event) => takeHold(event, i)}
            onKeyDown={(event) => press(event, i)}
            onFocus={() => {
              selected.value = i
              refusal.value = null
            }}
            onDblClick={(event) => event.stopPropagation()}
          >
            <span class="tag" style={{ top: `${HEIGHT + 24 + lanes[i] * 22}px` }}>
              {texts[i]}
            </span>
          </div>
        )
      })}
    </>
  )
}

/** Follows the pointer from frame to frame until it is let go. */
function takeHold(down: PointerEvent, at: number): void {
  if (down.button !== 0) return
  const handle = down.currentTarget as HTMLElement
  const chart = handle.parentElement!
  handle.setPointerCapture(down.pointerId)
  down.preventDefault()
  handle.focus({ preventScroll: true })
  startDrag(at)
  const box = chart.getBoundingClientRect()
  // Where on the handle it was taken stays where the pointer is.
  const shift = down.clientX - box.left - pixelOf(seenCuts.value?.cuts[at] ?? 0)
  let latest: PointerEvent | null = null
  let frame = 0
  const follow = (): void => {
    frame = 0
    if (latest === null || drag.value === null) return
    const pixel = latest.clientX - box.left - shift
    const value = rounded(valueAtPixel(pixel), pixelUnit(pixel))
    const within = (middle: number): boolean => Math.abs(pixelOf(middle) - pixel) <= MAGNET
    const off = latest.clientY < box.top - OFF || latest.clientY > box.top + HEIGHT + 24 + OFF
    dragTo(latest.altKey ? value : snapped(at, value, within), off)
  }
  const ends = new AbortController()
  const { signal } = ends
  const finish = (act: () => void): void => {
    ends.abort()
    if (frame !== 0) cancelAnimationFrame(frame)
    act()
  }
  const move = (event: PointerEvent): void => {
    latest = event
    if (frame === 0) frame = requestAnimationFrame(follow)
  }
  handle.addEventListener('pointermove', move, { signal })
  handle.addEventListener('pointerup', () => finish(() => (follow(), endDrag())), { signal })
  handle.addEventListener('pointercancel', () => finish(stopDrag), { signal })
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') finish(stopDrag)
  }
  document.addEventListener('keydown', escape, { signal })
}

function press(event: KeyboardEvent, at: number): void {
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key]
  const handle = event.currentTarget as HTMLElement
  if (steps !== undefined) stepCut(at, event.shiftKey ? 10 * steps : steps)
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    const next = (handle.nextElementSibling ?? handle.previousElementSibling) as HTMLElement | null
    removeCut(at)
    next?.focus()
  } else if (event.key === 'Enter') document.querySelector<HTMLInputElement>('#cut-value')?.focus()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** In which of two lanes each text goes, so that neighbours do not cover each other; the third and later may. */
function lanesOf(pixels: readonly number[], texts: readonly string[]): number[] {
  const ends = [-Infinity, -Infinity]
  return pixels.map((pixel, i) => {
    const half = texts[i].length * 4 + 8
    const lane = pixel - half >= ends[0] ? 0 : pixel - half >= ends[1] ? 1 : ends[0] <= ends[1] ? 0 : 1
    ends[lane] = pixel + half
    return lane
  })
}
