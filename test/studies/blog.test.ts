import { expect, test } from 'vitest'
import { studyBlog } from '../../src/studies/blog.ts'
import { blogChart } from '../../src/studies/blog-chart.ts'
import { blogMarkdown, blogReport } from '../../src/studies/blog-report.ts'
import { shareOf } from '../../src/studies/hit-share.ts'
import { cases } from '../cases.ts'

test('the easy cases always come out, the mixture more often by the paper than by the listing', () => {
  const seeds = cases(15, 200)
  const { results } = studyBlog({ seeds })
  const share = (name: string, rule: string): number =>
    results.find((result) => result.case === name && result.rule === rule)!.asClaimed.share
  for (const rule of ['paper', 'blog'])
    expect(['Single', 'Separate', 'Alternating'].map((name) => share(name, rule))).toEqual([1, 1, 1])
  expect(share('Mixture', 'paper')).toBeGreaterThan(0.6)
  expect(share('Mixture', 'blog')).toBeLessThan(0.55)
  for (const { counts, cuts } of results) {
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(seeds)
    expect(cuts).toHaveLength(seeds)
  }
})

test('prints and draws what was found', () => {
  const study = studyBlog({ seeds: 5, firstSeed: 3 })
  const text = blogReport(study, { width: 110 })
  expect(text).toContain('The four synthetic cases of the blog, 5 seeds from 3')
  expect(text).toMatch(/^Separate +paper +1 +100\.0 % \(56\.6 % to 100\.0 %\) +1: 5$/m)
  expect(text).toMatch(/^Alternating +blog +no cut +yes, nothing is drawn +0: 5$/m)
  expect(blogMarkdown(study)).toContain('| Mixture | paper | 0.5 1 1.5 2 |')
  const svg = blogChart(study)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(svg.match(/<circle /g)).toHaveLength(100 + 200 + 400 + 101)
})

test('shares have the interval of Wilson', () => {
  const { from, to } = shareOf(8, 10)
  expect([from, to].map((end) => end.toFixed(4))).toEqual(['0.4902', '0.9433'])
  expect(shareOf(10, 10)).toMatchObject({ share: 1, to: 1 })
  expect(shareOf(0, 10)).toMatchObject({ share: 0, from: 0 })
})
