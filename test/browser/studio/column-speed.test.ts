import { writeFileSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { dragFrames } from './drag-frames.ts'
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

describe('a column of a million different numbers', () => {
  test('is dragged at 30 frames a second or more, with numbers that follow and bars that stay', async () => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', millionFile())
    const handle = page.getByRole('slider', { name: 'Cut 1 of' })
    await handle.waitFor({ timeout: 120_000 })
    await expect.poll(() => page.getByRole('button', { name: 'Add cut' }).isEnabled(), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => page.locator('.bars').count()).toBe(2)
    let best = 0
    // The best of three: another program may have the machine for a moment.
    for (let tries = 0; tries < 3 && best < 30; tries++) {
      const { frames, places, redrawn } = await dragFrames(page)
      best = Math.max(best, frames)
      expect(places).toBeGreaterThan(30)
      expect(redrawn).toBe(0)
    }
    expect(best).toBeGreaterThanOrEqual(30)
    await expect
      .poll(() => page.getByRole('button', { name: 'Undo' }).getAttribute('title'))
      .toMatch(/^Undo: move cut of x to/)
    expect(faults).toEqual([])
  })
})
