import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit, VERSION } from '../../../src/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { type Project, projectFromJson, projectToJson } from '../../../src/projects/index.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'
import { binningOf, openData, openTake, rowsOf, take } from './taken-files.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const fileOf = (text: string, name = 'iris.kerf-project.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

/** A project in which a cut was moved and moved again, and the second move taken back. */
async function moved(): Promise<Project> {
  const rows = await rowsOf('iris.csv')
  const summaries = await summarizeSource(rows, { target: 'species' })
  const fitted = await binningOf('iris.csv', 'species')
  const at = fitted.columns.findIndex(({ name }) => name === 'petal_length')
  const own = {
    name: 'petal_length',
    method: 'mdlp',
    options: {},
    fitted: fitted.columns[at],
    column: fitted.columns[at],
  }
  const first = edit(fitted, { column: 'petal_length', move: 2.45, to: 2.6 })
  const second = edit(first, { column: 'petal_length', move: 2.6, to: 2.7 })
  const [one, two] = [first, second].map(({ columns }) => ({ ...own, column: columns[at] }))
  const columns = fitted.columns.map((column) => ({
    name: column.name,
    method: 'mdlp',
    options: {},
    fitted: column,
    column,
  }))
  return {
    format: 'kerf-project',
    version: 1,
    created: { kerf: VERSION },
    data: {
      name: 'iris.csv',
      rows: rows.rows,
      columns: rows.columns.map(({ name, kind }) => ({ name, kind, values: 21 })),
      notes: [],
    },
    binning: { ...fitted, columns: fitted.columns.with(at, one.column) },
    columns: columns.with(at, one),
    summaries,
    steps: {
      done: [{ words: 'move cut of petal_length to 2.6', before: [own], after: [one] }],
      undone: [{ words: 'move cut of petal_length to 2.7', before: [one], after: [two] }],
    },
    view: { panel: 'column', column: 'petal_length', scale: 'log', second: 'chi-merge', theme: 'dark' },
  }
}

describe('a project file', () => {
  test('of an open file reopens in a fresh page and is the same when it is saved again', async () => {
    const first = await studio.open()
    await openData(first.page, sample('iris.csv'))
    await openTake(first.page)
    const saved = await take(first.page, 'Project')
    expect(saved.name).toBe('iris.kerf-project.json')
    const binning = await take(first.page, 'Binning')
    const second = await studio.open()
    await openData(second.page, fileOf(saved.text))
    await openTake(second.page)
    expect((await take(second.page, 'Project')).text).toBe(saved.text)
    expect((await take(second.page, 'Binning')).text).toBe(binning.text)
    expect([...first.faults, ...second.faults]).toEqual([])
  })

  test('keeps columns, ghosts and steps, and undo and redo go on', async () => {
    const project = await moved()
    const text = projectToJson(project)
    const { page, faults } = await studio.open()
    await openData(page, fileOf(text))
    const now = async (): Promise<Project> => {
      await openTake(page)
      const saved = projectFromJson((await take(page, 'Project')).text)
      await page.keyboard.press('Escape')
      return saved
    }
    const cutsOf = ({ columns }: Project): unknown =>
      columns.filter(({ name }) => name === 'petal_length').map(({ fitted, column }) => [fitted, column])
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const opened = await now()
    expect(cutsOf(opened)).toEqual(cutsOf(project))
    expect(opened.summaries).toEqual(project.summaries)
    expect(opened.steps).toEqual(project.steps)
    expect(opened.view).toMatchObject(project.view)
    const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name }))
    expect(await undo.getAttribute('title')).toContain('move cut of petal_length to 2.6')
    expect(await redo.getAttribute('title')).toContain('move cut of petal_length to 2.7')
    await redo.click()
    expect((await now()).columns.find(({ name }) => name === 'petal_length')?.column).toEqual(
      project.steps.undone[0].after[0].column,
    )
    await undo.click()
    await undo.click()
    expect(await undo.isDisabled()).toBe(true)
    const back = await now()
    const own = back.columns.find(({ name }) => name === 'petal_length')!
    // Back where the method was: nobody has changed the column.
    expect(own.column).toBe(own.fitted)
    expect(own.column).toEqual(project.steps.done[0].before[0].column)
    expect(faults).toEqual([])
  })

  test.each([
    ['cut off', (text: string) => text.slice(0, 900), 'not valid JSON'],
    [
      'with a wrong field',
      (text: string) => text.replace('"words": "move cut of petal_length to 2.6"', '"words": 7'),
      'steps.done[0].words: expected a text, got 7',
    ],
    [
      'of another version',
      (text: string) => text.replace('"version": 1', '"version": 9'),
      'version: expected 1, got 9; this library reads version 1',
    ],
  ])('%s is told with its place, and the page stays as it was', async (_, spoil, words) => {
    const { page, faults } = await studio.open()
    await openData(page, sample('penguins.csv'))
    const broken = fileOf(spoil(projectToJson(await moved())), 'broken.kerf-project.json')
    const inputs = page.locator('input[type=file]')
    if ((await inputs.count()) === 0) await page.goto(studio.address)
    await page.locator('input[type=file]').first().setInputFiles(broken)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('broken.kerf-project.json')
    expect(await alert.textContent()).toContain(words)
    expect(faults).toEqual([])
  })
})
