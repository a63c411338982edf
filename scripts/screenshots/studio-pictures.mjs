// Pictures of Kerf Studio with a sample open, as `kerf studio` shows it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 400, height: 800 }

/**
 * Each picture: file, screen, theme, and how to get there.
 *
 * @type {{ name: string, screen: { width: number, height: number }, theme: 'light' | 'dark', show: (page: import('playwright-core').Page) => Promise<unknown> }[]}
 */
const PICTURES = [
  { name: 'studio-column', screen: { width: 1280, height: 830 }, theme: 'light', show: moved },
  { name: 'studio-why', screen: { width: 1280, height: 1040 }, theme: 'dark', show: why },
  { name: 'studio-tree', screen: WIDE, theme: 'light', show: (page) => view(page, 'Tree') },
  { name: 'studio-follow', screen: { width: 1280, height: 720 }, theme: 'dark', show: follow },
  { name: 'studio-stream', screen: { width: 1280, height: 900 }, theme: 'light', show: stream },
  { name: 'studio-phone', screen: PHONE, theme: 'light', show: async () => {} },
]

/** Writes all pictures into the folder. */
export async function studioPictures(executablePath, { main, root, pictures }) {
  const server = spawn(process.execPath, [main, 'studio', join('samples', 'penguins.csv'), '--no-open'], { cwd: root })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const address = await addressOf(server)
    for (const { name, screen, theme, show } of PICTURES) {
      const page = await browser.newPage({ viewport: screen, colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(address)
      await page.locator('.sheet-button').waitFor({ state: 'attached' })
      await choose(page, 'flipper_length_mm', screen === PHONE)
      await page.locator('.handle').first().waitFor()
      await show(page)
      await page.mouse.move(0, 0)
      // What is still drawn or counted comes to rest.
      await page.waitForTimeout(800)
      await page.screenshot({ path: join(pictures, `${name}.png`) })
      await page.close()
      console.log(`wrote docs/img/${name}.png`)
    }
  } finally {
    await browser.close()
    server.kill()
  }
}

/** What the command prints first is where the page is. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout.on('data', (data) => {
      said += data
      const [address] = /http\S+/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
    server.on('exit', () => reject(new Error(`kerf studio ended: ${said}`)))
  })
}

async function choose(page, column, isSheet) {
  if (isSheet) await page.locator('.sheet-button').click()
  await page.locator(`[data-column="${column}"]`).click()
}

async function view(page, name) {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
}

/** A cut moved by hand, with the method's own as a ghost. */
async function moved(page) {
  await page.locator('.handle').last().focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await page.locator('.ghost').first().waitFor({ state: 'attached' })
}

async function why(page) {
  await page.locator('.handle').last().focus()
  await page.keyboard.press('w')
  await page.locator('.why .facts li').nth(1).waitFor()
  await page.evaluate('scrollTo(0, 0)')
}

async function follow(page) {
  await view(page, 'Follow')
  const scrub = page.locator('.player input[type=range]')
  await scrub.waitFor()
  await scrub.focus()
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
}

async function stream(page) {
  await view(page, 'Stream')
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.waitForTimeout(2500)
}
