// Writes the parts of the docs that are made from the code: pictures, option tables, the lists of methods and rooms, the reference.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as encoders from '../dist/encoders.js'
import * as kerf from '../dist/index.js'
import { cutReasons } from '../build/reports/reason-texts.js'
import { blogChart } from '../build/studies/blog-chart.js'
import { studyBlog } from '../build/studies/blog.js'
import { lemmasChart } from '../build/studies/lemmas-chart.js'
import { tryLemmas } from '../build/studies/lemmas.js'
import { numbersTables } from './docs/numbers.mjs'
import { advisorPicture } from './docs/advisor.mjs'
import { encodingsPicture } from './docs/encodings.mjs'
import { fillPage, pages } from './docs/pages.mjs'
import { readShown } from './docs/reference/at-work.mjs'
import { referencePages } from './docs/reference/entry-pages.mjs'
import { readHouse, readSources } from './house/house.mjs'
import { housePicture } from './house/picture.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const [path, makers] of Object.entries(pages({ ...kerf, cutReasons }))) {
  const file = join(root, path)
  if (!existsSync(file)) {
    console.error(`docs: ${path} is missing; write it with markers under ${Object.keys(makers).join(', ')}`)
    process.exitCode = 1
    continue
  }
  const before = readFileSync(file, 'utf8')
  const after = fillPage(path, before, makers)
  if (after !== before) writeFileSync(file, after)
  console.log(`${after === before ? 'unchanged' : 'written  '}  ${path}`)
}

writeFileSync(join(root, 'docs/img/encodings.svg'), await encodingsPicture({ ...kerf, ...encoders }))
writeFileSync(
  join(root, 'docs/img/advisor.svg'),
  advisorPicture(kerf, readFileSync(join(root, 'samples/penguins.csv'), 'utf8')),
)
writeFileSync(join(root, 'docs/img/lemmas.svg'), lemmasChart(tryLemmas()))
writeFileSync(join(root, 'docs/img/study-blog.svg'), blogChart(studyBlog()))
const numbersPage = join(root, 'docs/studies/numbers.md')
writeFileSync(numbersPage, await numbersTables(readFileSync(numbersPage, 'utf8')))
writeFileSync(join(root, 'docs/img/house.svg'), housePicture(readHouse(readSources())))

mkdirSync(join(root, 'docs/reference'), { recursive: true })
for (const [path, text] of Object.entries(referencePages(readSources(), readShown()))) {
  writeFileSync(join(root, path), text)
}
