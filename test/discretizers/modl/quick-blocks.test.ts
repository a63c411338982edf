import { expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { boundaryBlocks } from '../../../src/discretizers/search/blocks.ts'
import { quickBlocks } from '../../../src/discretizers/modl/quick-blocks.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'

test.each([2, 3])('blocks of %i classes are those between boundaries', (classes) => {
  const { integer } = random(classes)
  for (const rows of [0, 1, 2, 7, 300]) {
    const x = Array.from({ length: rows }, () => integer(200))
    const names = ['a', 'b', 'c'].slice(0, classes)
    const target = x.map((value) => (value % 5 === 0 ? 'a' : names[integer(classes)]))
    const view = viewColumn(summarize(x, { target, classes: names }))
    expect(quickBlocks(view)).toEqual(boundaryBlocks(view))
  }
})
