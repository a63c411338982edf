import { describe, expect, test } from 'vitest'
import { explainGoal, traceFit, type TraceStep } from '../../src/explain/index.ts'
import { nodeRule, treeToRules } from '../../src/exports/index.ts'
import { mdlp, random, summarize } from '../../src/index.ts'
import { explanationFindings, explanationSentences, treeDrawing, treeSvg } from '../../src/reports/index.ts'
import { tracePage, traceScenes } from '../../src/reports/html/index.ts'
import { growTree } from '../../src/trees/index.ts'

const { next } = random(5)
const x = Float64Array.from({ length: 300 }, () => Math.round(next() * 100))
const y = Array.from(x, (value) => (next() < (value > 60 ? 0.9 : value > 30 ? 0.5 : 0.1) ? 'yes' : 'no'))
const table = { x, y }

describe('pieces for pages of your own', () => {
  test('a drawn tree has the boxes of its picture', () => {
    const tree = growTree(table, { target: 'y', maxDepth: 3 })
    const { boxes, lines, width, height } = treeDrawing(tree)
    const svg = treeSvg(tree)
    expect(boxes.length).toBeGreaterThan(3)
    for (const { left, top, lines: texts, width: wide, height: high } of boxes) {
      expect(svg).toContain(`>${texts[0].replaceAll('<', '&lt;')}</text>`)
      expect(left + wide).toBeLessThanOrEqual(width)
      expect(top + high).toBeLessThanOrEqual(height)
    }
    expect(lines[0]).toBeNull()
    expect(lines.slice(1).every((line) => line !== null && line.words !== '')).toBe(true)
  })

  test('the rule of a leaf is the line that treeToRules has for it', () => {
    const tree = growTree(table, { target: 'y', maxDepth: 3 })
    const leaves = treeDrawing(tree).boxes.filter(({ kind }) => kind === 'leaf')
    const rules = treeToRules(tree).split('\n\n')[0].split('\n')
    expect(leaves.map(({ shown }) => nodeRule(tree, shown.path))).toEqual(rules)
    expect(() => nodeRule(tree, [9])).toThrow('nodeRule: path must lead to a node of the tree, got [9]')
  })

  test('findings stand beside the sentences that tell them', async () => {
    const explanation = await explainGoal(table, { target: 'y', goal: 'yes' })
    const told = explanationFindings(explanation)
    expect(told.map(({ sentence }) => sentence)).toEqual(explanationSentences(explanation))
    expect(told[0].finding).toBe(explanation.goal.ranges[0])
    const noise = await explainGoal({ x: Array.from(x, () => next()), y }, { target: 'y', goal: 'yes' })
    expect(explanationFindings(noise)).toEqual([{ sentence: explanationSentences(noise)[0], finding: null }])
  })

  test('the scenes of a trace are those of its page, with pictures that refer to nothing else', () => {
    const steps: TraceStep[] = []
    traceFit(summarize(x, { target: y }), { method: mdlp }, (step) => steps.push(step))
    const { scenes, method } = traceScenes(steps, { column: 'x', target: 'y' })
    const page = tracePage(steps, { column: 'x', target: 'y' })
    expect(method).toBe('mdlp')
    expect(page.match(/class="scene"/g)).toHaveLength(scenes.length)
    for (const { picture, title } of scenes) {
      expect(picture).not.toContain('<use')
      expect(picture).toContain('<path')
      expect(title).not.toBe('')
    }
    expect(() => traceScenes([])).toThrow('traceScenes: the steps must begin with one of the kind start')
  })
})
