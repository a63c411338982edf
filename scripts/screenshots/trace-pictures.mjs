// Pictures of pages that play a trace, taken in Chromium.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** What is pictured: a command that writes a page, the screen, the step that is shown, and what of the page. */
/** @type {{ file: string, command: string, screen: { viewport: { width: number, height: number }, colorScheme: 'light' | 'dark' }, step: string, until: string, from?: string }[]} */
const SHOTS = [
  {
    file: 'trace-mdlp.png',
    command: 'trace samples/iris.csv --column petal_length --target species -o',
    screen: { viewport: { width: 1100, height: 900 }, colorScheme: 'light' },
    step: '#s6',
    until: '#s6 figure',
  },
  {
    file: 'trace-chi-merge.png',
    command: 'trace samples/iris.csv --column petal_length --target species --method chi-merge -o',
    screen: { viewport: { width: 400, height: 860 }, colorScheme: 'dark' },
    step: '#s5',
    until: '#s5 figure',
  },
  {
    file: 'trace-stability.png',
    command: 'trace samples/iris.csv --column petal_length --target species -o',
    screen: { viewport: { width: 1100, height: 900 }, colorScheme: 'light' },
    step: '#s1',
    from: '#stable',
    until: '#more',
  },
]

/** Takes all of them; `main` is the built command line, `root` the clone, `pictures` where they go. */
export async function tracePictures(executablePath, { main, root, pictures }) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-pictures-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    for (const { file, command, screen, step, from, until } of SHOTS) {
      const path = join(folder, `${file}.html`)
      const { status, stderr } = spawnSync(process.execPath, [main, ...command.split(' '), path], {
        cwd: root,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
      const page = await (await browser.newContext(screen)).newPage()
      await page.goto(`${pathToFileURL(path).href}${step}`)
      await page.evaluate('scrollTo(0, 0)')
      const box = async (selector) => (await page.locator(selector).boundingBox()) ?? { y: 0, height: 0 }
      const [first, last] = [from === undefined ? { y: 0 } : await box(from), await box(until)]
      const clip = {
        x: 0,
        y: first.y,
        width: screen.viewport.width,
        height: Math.min(1500, last.y + last.height + 16 - first.y),
      }
      await page.screenshot({ path: join(pictures, file), fullPage: true, clip })
      console.log(`wrote docs/img/${file}`)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
