// Pictures of HTML reports, taken in Chromium.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** What is pictured: a data set with its flags, the screen, and from where to where on the page. */
/** @type {{ file: string, name: string, flags: string, screen: { viewport: { width: number, height: number }, colorScheme: 'light' | 'dark' }, from?: string, until: string }[]} */
const SHOTS = [
  {
    file: 'report-heloc.png',
    name: 'heloc',
    flags:
      '--target RiskPerformance --event Bad --special -9,-8,-7 --columns ExternalRiskEstimate,NetFractionRevolvingBurden,AverageMInFile,MSinceMostRecentDelq,NumSatisfactoryTrades',
    screen: { viewport: { width: 920, height: 900 }, colorScheme: 'light' },
    until: '#c1 .charts',
  },
  {
    file: 'report-california-housing.png',
    name: 'california-housing',
    flags: '--target median_house_value --bins 6 --readable',
    screen: { viewport: { width: 980, height: 900 }, colorScheme: 'light' },
    from: '#c1',
    until: '#c1',
  },
  {
    file: 'report-phone.png',
    name: 'iris',
    flags: '--target species',
    screen: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    until: '#c1',
  },
]

/** Takes all of them; `main` is the built command line, `data` the folder of data sets, `pictures` where they go. */
export async function reportPictures(executablePath, { main, data, pictures }) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-pictures-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    for (const { file, name, flags, screen, from, until } of SHOTS) {
      const report = join(folder, `${name}.html`)
      const args = [main, 'fit', join(data, name, `${name}.csv`), ...flags.split(' '), '--report', report]
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
      const page = await (await browser.newContext(screen)).newPage()
      await page.goto(pathToFileURL(report).href)
      const box = async (selector) => (await page.locator(selector).boundingBox()) ?? { y: 0, height: 0 }
      const [first, last] = [from === undefined ? { y: 0 } : await box(from), await box(until)]
      const { width } = screen.viewport
      const clip = { x: 0, y: first.y, width, height: Math.min(1500, last.y + last.height + 24 - first.y) }
      await page.screenshot({ path: join(pictures, file), fullPage: true, clip })
      console.log(`wrote docs/img/${file}`)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
