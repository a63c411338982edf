// The tables of docs/studies/numbers.md: every printed number as it comes out of what ships with Kerf.
import { format } from 'prettier'
import { checkNumbers } from '../../build/studies/printed/check-numbers.js'
import { makeGiven } from '../../build/studies/printed/given.js'
import { numbersMarkdown } from '../../build/studies/printed/numbers-report.js'
import { irisData } from '../../build/cli/flags/study-flags.js'
import { fillPage } from './pages.mjs'

/** The page with its tables made again. */
export async function numbersTables(text) {
  const checked = await checkNumbers(makeGiven({ iris: await irisData() }))
  const tables = await format(numbersMarkdown(checked), { parser: 'markdown', printWidth: 120 })
  return fillPage('docs/studies/numbers.md', text, { 'The numbers': () => tables.trimEnd() })
}
