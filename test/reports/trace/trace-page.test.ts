import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { cutStability } from '../../../src/binning/curves/cut-stability.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { tracePage } from '../../../src/reports/html/index.ts'
import { chooseSteps } from '../../../src/reports/html/trace/choose-scenes.ts'
import { PLAYER_HASH, PLAYER_SCRIPT } from '../../../src/reports/html/trace/player-script.ts'
import { cutsOf, HOSTILE, longColumn, petals, stepsOf } from './traces.ts'

/** The page without its script, which is the same for all. */
const unscripted = (html: string): string => html.replace(PLAYER_SCRIPT, '')
type Page = ReturnType<typeof parseHTML>['document']
const opened = (html: string): Page => parseHTML(html).document
const texts = (root: Page, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent ?? '')

test('the policy of the page names its script', () => {
  expect(PLAYER_HASH).toBe(`sha256-${createHash('sha256').update(PLAYER_SCRIPT).digest('base64')}`)
})

describe('the page of mdlp on iris', () => {
  const html = tracePage(stepsOf(petals('species'), 'mdlp'), { column: 'petal_length', target: 'species', source: 'iris.csv' }) // prettier-ignore
  const page = opened(html)

  test('tells every step in a title and a sentence', () => {
    expect(texts(page, '.scene h2')).toEqual([
      'The column',
      'Try one place: 4.75',
      'Where would one cut tell most?',
      'Cut at 2.45',
      'Look at the part 1 – 1.9',
      'Look at the part 3 – 6.9',
      'Cut at 4.75',
      'Look at the part 3 – 4.7',
      'Look at the part 4.8 – 6.9',
      'Done: 2 cuts, 3 bins',
    ])
    expect(texts(page, '#s3 .say')).toEqual([
      '8 places where the class changes are tried; the best is 2.45. The best cut never lies inside a run of one class, so the others need not be tried. The best candidate has gain 0.9183 where 0.06072 is needed: enough by 0.8576. So a cut here is worth it.',
    ])
    expect(texts(page, '#s5 .say')).toEqual(['All its rows are of one class. There is nothing to cut here.'])
  })

  test('fills the formulas with the numbers of the step', () => {
    expect(texts(page, '#s3 .f').map((text) => text.replaceAll('=', ' ='))).toEqual([
      'H before = −(50/150·log2 50/150 + 50/150·log2 50/150 + 50/150·log2 50/150) = 1.585',
      'H after = 50/150 · 0 + 100/150 · 1 = 0.6667',
      'gain = H before − H after = 1.585 − 0.6667 = 0.9183 bits per row',
      'to name the cut among its candidates = log2(candidates) / N = log2(149) / 150 = 0.04813',
      'to say which classes lie on which side = log2(3^k − 2) / N = log2(3^3 − 2) / 150 = 0.03096',
      'to tell the classes of both sides instead of the whole = −(k·H − k1·H1 − k2·H2) / N = −(3·1.585 − 1·0 − 2·1) / 150 = −0.01837',
      'needed = 0.04813 + 0.03096 − 0.01837 = 0.06072',
    ])
    expect(texts(page, '#s3 tbody tr').slice(2)).toEqual(['the part5050501501.585', 'below 2.455000500', 'from 2.45050501001']) // prettier-ignore
    expect(texts(page, '#s3 .legend li')).toEqual(['best place 2.45: gain 0.9183', 'runner-up 4.75: gain 0.7245', 'needed 0.06072']) // prettier-ignore
  })

  test('loads nothing and runs one script, known by its hash', () => {
    expect(html).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src '${PLAYER_HASH}'`)
    expect(html.match(/<script/g)).toHaveLength(1)
    for (const text of ['http:', 'https:', 'NaN', 'undefined', 'Infinity', 'onclick'])
      expect(unscripted(html).includes(text)).toBe(false)
    expect(html.length).toBeLessThan(80_000)
  })

  test('is the same each time', () => {
    expect(tracePage(stepsOf(petals('species'), 'mdlp'), { column: 'petal_length', target: 'species', source: 'iris.csv' })).toBe(html) // prettier-ignore
  })
})

describe('the page of other methods', () => {
  test('shows the pair that is merged, with observed and expected rows', () => {
    const page = opened(tracePage(stepsOf(petals('species'), 'chi-merge')))
    expect(texts(page, '.scene h2').slice(1, 4)).toEqual([
      'Start with 9 intervals',
      'Merge 4.8 with 4.9',
      'Merge 5 with 5.1',
    ])
    expect(texts(page, '#s3 .scroll tbody tr')).toEqual(['4.821.77822.2224', '4.922.22232.7785'])
    expect(texts(page, '#s3 .f')).toEqual([
      'χ²= Σ (observed − expected)² / expected= 0.02778 + 0.02222 + 0.02222 + 0.01778= 0.09',
    ])
    expect(texts(page, '.scene h2').at(-2)).toBe('Stop: 4 bins stay apart')
  })

  test('shows what an addition is worth', () => {
    const page = opened(tracePage(stepsOf(petals('species'), 'caim')))
    expect(texts(page, '.scene h2')).toEqual(['The column', 'Add a cut at 2.45', 'Add a cut at 4.75', 'One more cut is not worth it', 'Done: 2 cuts, 3 bins']) // prettier-ignore
    expect(texts(page, '#s3 .f span').at(-2)).toBe('= (50²/50 + 44²/45 + 49²/55) / 3')
  })

  const METHODS = ['mdlp', 'd2', 'cliffs', 'chi-merge', 'chi2', 'caim', 'cacc', 'ameva', 'modl', 'optimal', 'k-means', 'equal-frequency', 'equal-width', 'bin-log', 'binary'] // prettier-ignore
  test.each(METHODS)('%s ends with the cuts of the fit, and says nothing odd', (method) => {
    const summary = petals('species')
    const html = tracePage(stepsOf(summary, method))
    const cuts = cutsOf(summary, method)
    expect(texts(opened(html), '.scene h2').at(-1)).toMatch(
      new RegExp(`^Done: ${cuts.length} cuts?, ${cuts.length + 1} bins$`),
    )
    expect(unscripted(html)).not.toMatch(/NaN|undefined|Infinity|\[object|null/)
    expect(html).not.toContain('does not tell how')
  })

  test.each(['variance', 'cliffs', 'optimal'])('%s with a number as target shows means', (method) => {
    const html = tracePage(stepsOf(petals('petal_width'), method), { target: 'petal_width' })
    expect(unscripted(html)).not.toMatch(/NaN|undefined|Infinity|\[object|null/)
    expect(texts(opened(html), '.scene:last-of-type th')).toBeDefined()
    expect(html).toContain('class="mean"')
  })

  test('has no target, one value, dates', () => {
    expect(tracePage(stepsOf(petals(null), 'equal-width', { bins: 3 }))).toContain('There is no target')
    expect(tracePage(stepsOf(longColumn(1), 'mdlp'))).toContain('the column stays whole')
    const html = tracePage(stepsOf(petals('species'), 'mdlp'), { kind: 'date' })
    expect(html).toContain('1970-01-01')
  })
})

describe('a hostile or long trace', () => {
  test('names are text, whatever they are', () => {
    const summary = longColumn(60, [HOSTILE, 'b', '"><svg onload=alert(1)>'])
    for (const method of ['mdlp', 'chi-merge', 'caim', 'optimal']) {
      const html = tracePage(stepsOf(summary, method), { column: HOSTILE, target: HOSTILE, source: HOSTILE, title: HOSTILE, event: HOSTILE }) // prettier-ignore
      expect(html.match(/<script/g)).toHaveLength(1)
      expect(html.match(/<img|onerror="|<svg onload/g)).toBeNull()
      for (const sign of ['\u001B', '\u202E']) expect(html.includes(sign)).toBe(false)
    }
  })

  test('of thousands of merges some are shown, and what is left out is said', () => {
    const steps = stepsOf(longColumn(3000), 'chi-merge', { start: 'distinct' })
    expect(steps.length).toBeGreaterThan(1500)
    const html = tracePage(steps)
    expect(html.length).toBeLessThan(1_300_000)
    const page = opened(html)
    expect(page.querySelectorAll('.scene').length).toBeLessThan(150)
    expect(texts(page, '.scene h2')).toContain('A while later')
    expect(html).toContain('are left out here')
  })

  test('every step is either shown or counted as left out', () => {
    const steps = stepsOf(longColumn(600), 'chi-merge', { start: 'distinct' })
    const chosen = chooseSteps(steps)
    const all = chosen.flatMap((one) => ('index' in one ? [one.index] : Array.from({ length: one.to - one.from + 1 }, (_, i) => one.from + i))) // prettier-ignore
    expect(all).toEqual(steps.map((_, i) => i))
  })
})

test('the page tells how stable the cuts are', () => {
  const summary = petals('species')
  const stability = cutStability(summary, { method: mdlp }, { resamples: 40 })
  const page = opened(tracePage(stepsOf(summary, 'mdlp'), { stability }))
  expect(texts(page, '#stable tbody th')).toEqual(['2.45', '4.75'])
  expect(texts(page, '#stable p')[2]).toBe('2.45 is firm: 100 % of the draws cut in the same gap.')
})
