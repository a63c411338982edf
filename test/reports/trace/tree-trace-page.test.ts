import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { treeTracePage } from '../../../src/reports/html/index.ts'
import { PLAYER_SCRIPT } from '../../../src/reports/html/trace/player-script.ts'
import { traceTrial } from '../../../src/trees/trace/trace-pruning.ts'
import { traceTree } from '../../../src/trees/trace/trace-tree.ts'
import type { TreeStep } from '../../../src/trees/trace/tree-steps.ts'
import { random } from '../../../src/util/random.ts'
import { HOSTILE } from './traces.ts'

const weather = {
  outlook: ['sunny', 'sunny', 'rain', 'rain', 'overcast', 'overcast', 'rain', 'sunny'],
  windy: ['no', 'yes', 'no', 'yes', 'no', 'yes', 'no', 'no'],
  play: ['no', 'no', 'yes', 'no', 'yes', 'yes', 'yes', 'no'],
}

const texts = (html: string, selector: string): string[] =>
  [...parseHTML(html).document.querySelectorAll(selector)].map((element) => element.textContent ?? '')

describe('the page of a growing tree', () => {
  test('shows the gains of all columns, then the branches', () => {
    const steps: TreeStep[] = []
    const tree = traceTree(weather, { target: 'play', measure: 'gain' }, (step) => steps.push(step))
    const html = treeTracePage(steps, { target: tree.target, source: 'weather.csv' })
    expect(texts(html, '.scene h2').slice(0, 3)).toEqual([
      'Which column to ask at the root?',
      'Branches at the root',
      'outlook overcast: a leaf',
    ])
    expect(texts(html, '#s1 tbody th')).toEqual(['outlook ✓', 'windy'])
    expect(texts(html, '#s1 .f')[0]).toBe(
      'gain= H before − mean H of the branches= 1 − (2/8 · 0 + 3/8 · 0.9183 + 3/8 · 0)= 0.6556 bits per row',
    )
    expect(texts(html, '.scene h2').at(-1)).toBe('Done: 6 nodes, 4 leaves')
    expect(html.replace(PLAYER_SCRIPT, '')).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  test('shows the prunes with α′, keeps names harmless, and stays small', () => {
    const { next } = random(3)
    const rows = Array.from({ length: 400 }, () => ({ a: next(), b: next() }))
    const table = {
      [HOSTILE]: rows.map(({ a }) => a),
      b: rows.map(({ b }) => b),
      y: rows.map(({ a }) => (a > 0.5 !== next() < 0.15 ? HOSTILE : 'no')),
    }
    const steps: TreeStep[] = []
    const { tree } = traceTrial(table, { target: 'y', seed: 1 }, (step) => steps.push(step))
    const html = treeTracePage(steps, { target: tree.target, title: HOSTILE, source: HOSTILE })
    expect(steps.some(({ step }) => step === 'prune')).toBe(true)
    expect(html).toContain('(errors as a leaf − errors with branches) / (leaves − 1)')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<img|onerror="/g)).toBeNull()
    expect(html.length).toBeLessThan(1_500_000)
    expect(html.replace(PLAYER_SCRIPT, '')).not.toMatch(/NaN|undefined|null|Infinity/)
  })
})
