import { writeFileSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { startStudio, type Studio } from './studio-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-million-'))
let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

const ROWS = 1_000_000

/** A million different numbers with classes that change at two places. */
function millionFile(): string {
  const { next } = random(7)
  const lines = ['x,outcome']
  for (let row = 0; row < ROWS; row++) {
    const value = next() * 1000
    lines.push(`${value},${next() < (value > 300 && value < 700 ? 0.7 : 0.3) ? 'yes' : 'no'}`)
  }
  const path = join(folder, 'million.csv')
  writeFileSync(path, lines.join('\n'))
  return path
}

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

describe('a column of a million different numbers', () => {
  test('is dragged at 30 frames a second or more, with numbers that follow and bars that stay', async () => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', millionFile())
    const handle = page.getByRole('slider', { name: 'Cut 1 of' })
    await handle.waitFor({ timeout: 120_000 })
    await expect.poll(() => page.getByRole('button', { name: 'Add cut' }).isEnabled(), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => page.locator('.bars').count()).toBe(2)
    const box = (await handle.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + 150]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 5, y)
    await page.evaluate(WATCH)
    for (let step = 0; step < 150; step++) await page.mouse.move(x + 80 * Math.sin(step / 12), y)
    const { seconds, frames, redrawn, places } = (await page.evaluate(RESULT)) as Record<string, number>
    await page.mouse.up()
    expect(seconds).toBeGreaterThan(0.5)
    expect(frames / seconds).toBeGreaterThanOrEqual(30)
    expect(places).toBeGreaterThan(30)
    expect(redrawn).toBe(0)
    await expect
      .poll(() => page.getByRole('button', { name: 'Undo' }).getAttribute('title'))
      .toMatch(/^Undo: move cut of x to/)
    expect(faults).toEqual([])
  })
})
