import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What is wrong with the layout of an open page: sideways scroll, texts that overlap, leave their box or are cut off. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(LAYOUT_FAULTS)
}

/** What axe-core finds by all its rules or by those named, by rule and place. */
export async function accessFaults(page: Page, rules: readonly string[] | null): Promise<string[]> {
  if (rules?.length === 0) return []
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: rules }) })}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target + ' ' + node.failureSummary)))`)
}

/** Text, because it runs in the page, whose types are not those of Node. Half a pixel is rounding. */
const LAYOUT_FAULTS = `(() => {
  const faults = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.push('the page is ' + wide + ' wide on a screen of ' + innerWidth)
  const visible = (element) => element.checkVisibility({ contentVisibilityAuto: true })
  const name = (element) => element.closest('section, details, header')?.id + ' "' + element.textContent.trim().slice(0, 40) + '"'
  for (const svg of document.querySelectorAll('figure > svg')) {
    if (!visible(svg)) continue
    const frame = svg.getBoundingClientRect()
    const texts = [...svg.querySelectorAll('text')].map((text) => ({ text, box: text.getBoundingClientRect() }))
    for (const [i, { text, box }] of texts.entries()) {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
        faults.push('leaves its chart: ' + name(text))
      }
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        // Line boxes are higher than the letters in them.
        if (across > 0.5 && down > 3) faults.push('overlap: ' + name(text) + ' and ' + name(other.text))
      }
    }
  }
  for (const cell of document.querySelectorAll('th, td, p, li, h1, h2, h3, figcaption, summary')) {
    // What scrolls inside its own box may be wider than the screen.
    if (!visible(cell) || cell.closest('.scroll') !== null) continue
    if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0) faults.push('too wide for its box: ' + name(cell))
    const box = cell.getBoundingClientRect()
    if (box.right > innerWidth + 0.5 || box.left < -0.5) faults.push('off the screen: ' + name(cell))
  }
  const cells = [...document.querySelectorAll('tr')].filter(visible)
  for (const row of cells) {
    const boxes = [...row.children].filter(visible).map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return { cell, box: range.getBoundingClientRect() }
    })
    boxes.slice(1).forEach(({ cell, box }, i) => {
      if (box.width > 0 && boxes[i].box.width > 0 && box.left < boxes[i].box.right - 0.5) faults.push('cells touch: ' + name(cell))
    })
  }
  return faults
})()`
