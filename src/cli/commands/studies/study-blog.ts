import type { Command } from 'commander'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { studyBlog } from '../../../studies/blog.ts'
import { blogChart } from '../../../studies/blog-chart.ts'
import { blogMarkdown, blogReport } from '../../../studies/blog-report.ts'
import { addExamples } from '../../flags/data-flags.ts'
import { oneOf, parseInteger } from '../../flags/parse-flags.ts'
import { addPrintFlags, type PrintFlags } from '../../flags/study-flags.ts'
import type { Io } from '../../io.ts'

interface BlogFlags extends PrintFlags {
  readonly seeds: string
  readonly firstSeed: string
}

export function addBlog(study: Command, io: Io): void {
  const command = study
    .command('blog')
    .summary('four made-up tables that mdlp should cut rightly, over many seeds')
    .description(
      'Draws the four synthetic cases of "Discretizing a continuous variable using Entropy" many times, where the ' +
        'document shows one draw, and tells how often the cuts are those it expects, by the rule of the paper and by its listing.',
    )
    .option('--seeds <number>', 'number of draws of each case', '200')
    .option('--first-seed <number>', 'seed of the first draw', '1')
  addPrintFlags(command, { json: 'print the cuts of every seed as JSON' })
  addExamples(command, ['kerf study blog', 'kerf study blog --seeds 1000 --chart blog.svg'])
  command.action(async (flags: BlogFlags) => {
    const { chart } = flags
    oneOf('--as', flags.as, ['table', 'markdown'])
    const options = {
      seeds: parseInteger('--seeds', flags.seeds, 1),
      firstSeed: parseInteger('--first-seed', flags.firstSeed, 0),
    }
    if (chart !== undefined) await checkOutput(chart, flags)
    const found = studyBlog(options)
    if (chart !== undefined) await saveFile(chart, blogChart(found), flags)
    if (flags.json === true) io.out(`${JSON.stringify(found, null, 2)}\n`)
    else if (flags.as === 'markdown') io.show(`${blogMarkdown(found)}\n`)
    else io.show(`${blogReport(found, { color: io.color, width: io.width })}\n`)
    if (chart !== undefined) io.tell(`saved as ${chart}`)
  })
}
