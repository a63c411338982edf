import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit, equalWidth, fitTable, hasCuts, mdlp, summarize } from '../../../src/index.ts'
import { traceFit, type TraceStep } from '../../../src/explain/index.ts'
import { nodeRule } from '../../../src/exports/index.ts'
import { percentText, treeDrawing } from '../../../src/reports/index.ts'
import { traceScenes } from '../../../src/reports/html/index.ts'
import { type Trial, tryTree } from '../../../src/trees/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { readCsv } from '../../../src/sources/index.ts'
import { summariesToJson } from '../../../src/summaries/index.ts'
import { accessFaults } from '../faults.ts'
import { iris, openView, showView } from './panels-page.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

describe('following a method', () => {
  test('plays to its end, where the published cuts of iris are', async () => {
    const { table, binning } = await iris()
    const steps: TraceStep[] = []
    const column = binning.columns.filter(hasCuts).find(({ name }) => name === 'petal_width')!
    traceFit(summarize(table['petal_width'] as Float64Array, { target: table['species'] }), { method: mdlp }, (step) => steps.push(step)) // prettier-ignore
    const { scenes } = traceScenes(steps, { column: 'petal_width', target: 'species' })

    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Follow')
    const panel = page.getByRole('region', { name: 'Follow petal_width' })
    await expect.poll(() => panel.locator('.told > h3').textContent()).toBe(scenes[0].title)
    expect(await panel.locator('output').textContent()).toBe(`Step 1 of ${scenes.length}`)
    await panel.getByRole('combobox', { name: 'Speed' }).selectOption('fast')
    await panel.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => panel.locator('output').textContent(), { timeout: 15_000 }).toBe(`Step ${scenes.length} of ${scenes.length}`) // prettier-ignore
    expect(await panel.getByRole('button', { name: 'Play' }).isVisible()).toBe(true)
    expect(await panel.locator('.told > h3').textContent()).toBe(scenes.at(-1)!.title)
    expect(column.cuts).toEqual([0.8, 1.75])
    expect(await panel.locator('.told p').first().textContent()).toBe(scenes.at(-1)!.text[0])
    expect(await panel.locator('.told p').first().textContent()).toContain('0.8, 1.75')
    expect(faults).toEqual([])
  })

  test('goes step by step by button, slider and key, with the formulas of each step', async () => {
    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Follow')
    const panel = page.getByRole('region', { name: 'Follow petal_width' })
    const title = (): Promise<string | null> => panel.locator('.told > h3').textContent()
    await expect.poll(title).toBe('The column')
    await panel.getByRole('button', { name: 'Next step' }).click()
    await expect.poll(title).toMatch(/^Try one place/)
    await page.keyboard.press('Escape')
    await panel.locator('.told > h3').click()
    await page.keyboard.press('ArrowRight')
    await expect.poll(title).toBe('Where would one cut tell most?')
    expect(await panel.locator('.numbers').textContent()).toContain('gain')
    await page.keyboard.press('End')
    await expect.poll(title).toBe('Done: 2 cuts, 3 bins')
    await panel.getByRole('slider', { name: 'Step' }).fill('0')
    await expect.poll(title).toBe('The column')
    // The picture stays where it is while the words change.
    const box = await panel.locator('figure').boundingBox()
    await panel.getByRole('button', { name: 'Last step' }).click()
    expect(await panel.locator('figure').boundingBox()).toMatchObject({ x: box!.x, y: box!.y, width: box!.width })
    expect(faults).toEqual([])
  })
})

/** The texts of the boxes of a drawn tree. */
async function boxesOf(page: Page): Promise<string[]> {
  return page.locator('.tree .node').evaluateAll((nodes) => nodes.map((node) => node.textContent ?? ''))
}

function boxTexts({ tree }: Trial): string[] {
  return treeDrawing(tree).boxes.map(({ lines }) => `${lines[0]} ${lines[1]}`)
}

describe('the tree', () => {
  test('is that of the library over the same bins, and grows again when they change', async () => {
    const { table, binning } = await iris()
    const options = {
      target: 'species',
      targetKind: 'class' as const,
      columns: binning.columns.map(({ name }) => name),
    }
    const trial = tryTree(table, { ...options, by: binning })

    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Tree')
    await expect.poll(() => boxesOf(page)).toEqual(boxTexts(trial))
    const panel = page.getByRole('region', { name: 'Tree', exact: true })
    expect(await panel.locator('.tiles .lead b').textContent()).toBe(percentText(trial.test!.accuracy!))
    expect(await panel.locator('.tiles .lead').textContent()).toContain(
      `${percentText(trial.test!.majority!)} by always`,
    )

    const deep = tryTree(table, { ...options, by: binning, prune: 'none', maxDepth: 2 })
    await panel.getByRole('combobox', { name: 'Pruned' }).selectOption('none')
    await panel.getByRole('combobox', { name: 'Depth' }).selectOption('2')
    await expect.poll(() => boxesOf(page)).toEqual(boxTexts(deep))

    const wide = await fitTable(table, { target: 'species', all: { method: equalWidth } })
    const other = tryTree(table, { ...options, by: wide, prune: 'none', maxDepth: 2 })
    expect(boxTexts(other)).not.toEqual(boxTexts(deep))
    await page.getByLabel('method for all').selectOption('equal-width')
    await expect.poll(() => boxesOf(page)).toEqual(boxTexts(other))
    await showView(page, 'Column')
    await showView(page, 'Tree')
    await expect.poll(async () => (await boxesOf(page)).length).toBeGreaterThan(1)
    expect(faults).toEqual([])
  })

  test('changes when a cut is moved by hand, and comes back when that is undone', async () => {
    const { table, binning } = await iris()
    const columns = binning.columns.map(({ name }) => name)
    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Column')
    const handle = page.getByRole('slider', { name: 'Cut 2 of 2' })
    await handle.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(1.75)
    const cut = Number(await handle.getAttribute('aria-valuenow'))
    const moved = edit(binning, { column: 'petal_width', move: 1.75, to: cut }, table)
    const trial = tryTree(table, { target: 'species', by: moved, columns })
    await showView(page, 'Tree')
    await expect.poll(() => boxesOf(page)).toEqual(boxTexts(trial))
    expect(await page.locator('.panel-head').textContent()).toContain('1 changed by hand')
    const before = tryTree(table, { target: 'species', by: binning, columns })
    expect(boxTexts(trial)).not.toEqual(boxTexts(before))
    // The old drawing stays until the new one is there.
    await page.keyboard.press('z')
    await expect.poll(() => boxesOf(page)).toEqual(boxTexts(before))
    expect(faults).toEqual([])
  })

  test('says the rule of a leaf and what its rows are', async () => {
    const { table, binning } = await iris()
    const { tree } = tryTree(table, {
      target: 'species',
      by: binning,
      columns: binning.columns.map(({ name }) => name),
    })
    const drawing = treeDrawing(tree)
    const at = drawing.boxes.findIndex(({ kind }) => kind === 'leaf')
    const { path, node } = drawing.boxes[at].shown

    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Tree')
    await page.locator('.tree .node').nth(at).click()
    const facts = page.locator('.leaf-facts')
    await expect.poll(() => facts.locator('.rule').textContent()).toBe(nodeRule(tree, path))
    expect(await facts.locator('tbody td').first().textContent()).toBe(String(Math.max(...node.classes)))
    // By keyboard too.
    await page.locator('.tree .node').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => facts.locator('.rule').textContent()).toBe(nodeRule(tree, []))
    expect(faults).toEqual([])
  })

  test('says in a sentence what it needs', async () => {
    const { page, faults } = await studio.open()
    const rows = Array.from({ length: 60 }, (_, i) => `${i},${(i * 7) % 31}.5`)
    await openView(page, { name: 'numbers.csv', text: `a,b\n${rows.join('\n')}\n` }, 'Tree')
    await page.getByLabel('target').first().selectOption('b')
    await expect.poll(() => page.locator('.instead').textContent()).toContain('A tree predicts classes')
    expect(faults).toEqual([])
  })
})

describe('summaries without rows', () => {
  test('can be followed, and what needs rows says so', async () => {
    const bytes = new TextEncoder().encode(await readFile(sample('iris.csv'), 'utf8'))
    const read = await readCsv(
      async function* () {
        yield bytes
      },
      { name: 'iris.csv' },
    )
    const text = summariesToJson(await summarizeSource(read, { target: 'species' }))
    const { page, faults } = await studio.open()
    await openView(page, { name: 'iris.summary.json', text }, 'Follow')
    await expect.poll(() => page.locator('.told > h3').textContent()).toBe('The column')
    for (const view of ['Tree', 'Ranges', 'Stream']) {
      await showView(page, view)
      await expect.poll(() => page.locator('.instead').textContent()).toContain('Open the data file')
    }
    expect(faults).toEqual([])
  })
})

describe('both panels', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`have no serious access problem, ${colorScheme}`, async () => {
      for (const width of [1280, 400]) {
        const { page, faults } = await studio.open({ colorScheme, viewport: { width, height: 850 } })
        await openView(page, 'iris.csv', 'Follow')
        await page.getByRole('button', { name: 'Last step' }).click()
        expect(await accessFaults(page, null)).toEqual([])
        await showView(page, 'Tree')
        await page.locator('.tree .node').first().click()
        expect(await accessFaults(page, null)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        expect(faults).toEqual([])
      }
    })
  }
})
