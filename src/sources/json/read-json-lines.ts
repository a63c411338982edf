import { FILE_NAMES, type FileOptions, type OpenFile, type SourceTable } from '../source.ts'
import { tellProgress } from '../text/text-file.ts'
import { JsonTable } from './json-table.ts'
import { textLines } from '../text/text-lines.ts'
import { isBlank } from '../text/split-records.ts'
import { trimAscii } from '../text/values.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/**
 * Reads JSON lines, one object on each line, or one JSON list of objects. A column is every name that occurs, in order
 * of first appearance; where an object does not have it, or has null or an empty text, it is missing. Texts that are all
 * ISO dates are dates. With `badRows` skip, lines that are not a JSON object are left out.
 *
 *     async function* open() {
 *       yield new TextEncoder().encode('{"age":31,"bought":"yes"}\n{"bought":"no"}\n')
 *     }
 *     const { columns } = await readJsonLines(open, { name: 'visits.jsonl' })
 *     console.log(columns.map(({ name, values }) => `${name}: ${values.join(' ')}`))
 *     // → [ 'age: 31 NaN', 'bought: yes no' ]
 *
 * @param open gives the bytes of the file from its start
 */
export async function readJsonLines(open: OpenFile, options: FileOptions): Promise<SourceTable> {
  return calledAs('readJsonLines', async () => {
    knownOptions('readJsonLines', options, FILE_NAMES)
    const table = new JsonTable(options)
    /** all lines, when the file is one list */
    let list: string[] | null = null
    let started = false
    for await (const { lines, first, bytes } of textLines(options.name, open)) {
      for (const [i, line] of lines.entries()) {
        if (list !== null) list.push(line)
        else if (!started && trimAscii(line).startsWith('[')) list = [...Array<string>(first + i - 1).fill(''), line]
        else if (!isBlank(line)) {
          started = true
          table.addLine(line, first + i)
        }
      }
      tellProgress(options, bytes)
    }
    if (list !== null) table.addList(list.join('\n'))
    return table.finish()
  })
}
