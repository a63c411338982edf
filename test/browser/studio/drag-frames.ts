import type { Page } from 'playwright-core'

/** In the page: times of frames, and whether the bars were drawn again. */
const WATCH = `(() => {
  const state = (globalThis.watched = { frames: [], redrawn: 0, moved: new Set() })
  const tick = (now) => {
    state.frames.push(now)
    state.moved.add(document.querySelector('.handle').style.transform)
    if (!state.done) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  for (const bars of document.querySelectorAll('.bars')) {
    new MutationObserver((all) => (state.redrawn += all.length)).observe(bars, { attributes: true })
  }
})()`

const RESULT = `(() => {
  const { frames, redrawn, moved } = globalThis.watched
  globalThis.watched.done = true
  return { seconds: (frames.at(-1) - frames[0]) / 1000, frames: frames.length - 1, redrawn, places: moved.size }
})()`

/** What was seen while a cut was dragged. */
export interface DragFrames {
  /** a second */
  readonly frames: number
  /** different places of the handle, and how often the bars were drawn again */
  readonly places: number
  readonly redrawn: number
}

/** Drags the first cut to and fro for a while and counts the frames that the page draws meanwhile. */
export async function dragFrames(page: Page): Promise<DragFrames> {
  const box = (await page.getByRole('slider', { name: 'Cut 1 of' }).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 150]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 5, y)
  await page.evaluate(WATCH)
  for (let step = 0; step < 150; step++) await page.mouse.move(x + 80 * Math.sin(step / 12), y)
  const { seconds, frames, redrawn, places } = (await page.evaluate(RESULT)) as Record<string, number>
  await page.mouse.up()
  if (!(seconds > 0.5)) throw new Error(`too short a drag to tell: ${seconds} s`)
  return { frames: frames / seconds, places, redrawn }
}
