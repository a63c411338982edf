import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { addBlog } from './studies/study-blog.ts'
import { addEncodings } from './studies/study-encodings.ts'
import { addId3 } from './studies/study-id3.ts'
import { addLemmas } from './studies/study-lemmas.ts'
import { addNaiveBayes } from './studies/study-naive-bayes.ts'
import { addNumbers } from './studies/study-numbers.ts'
import { addWalks } from './studies/study-walks.ts'

/** The experiments of papers, each a command of its own. */
export function addStudy(program: Command, io: Io): void {
  const study = program
    .command('study')
    .summary('run the experiment of a paper again')
    .description(
      'Runs the experiment of a paper again, and prints what comes out beside what was printed or predicted.',
    )
  addNumbers(study, io)
  addId3(study, io)
  addEncodings(study, io)
  addLemmas(study, io)
  addBlog(study, io)
  addWalks(study, io)
  addNaiveBayes(study, io)
}
