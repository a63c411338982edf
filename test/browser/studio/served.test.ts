import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROGRAM_FILE } from '../../../scripts/package/entries.mjs'
import { sample, startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

test('kerf studio DATA shows the file, and the policy of its server holds', async () => {
  const child = spawn(process.execPath, [PROGRAM_FILE, 'studio', sample('penguins.csv'), '--no-open'])
  try {
    const address = await new Promise<string>((resolve) =>
      child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
    )
    const page = await studio.browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(address)) faults.push(`asked for ${request.url()}`)
    })
    await page.goto(address)
    const top = page.getByRole('banner')
    await top.getByText('penguins.csv').first().waitFor()
    expect(await top.textContent()).toContain('344 rows')
    expect(faults).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
})
