import { ArgumentError } from '../errors.ts'
import { readNote, readSource, readTarget } from '../summaries/saved/read-target.ts'
import { readTreeColumns } from '../trees/read-tree-column.ts'
import { branchCount } from '../trees/tree-columns.ts'
import { parseSaved, toReadableJson } from '../util/saved-json.ts'
import type { NaiveBayes } from './naive-bayes.ts'
import { calledAs } from '../util/called-as.ts'
import { mustBe } from '../util/check.ts'

/**
 * The model as text for a file: versioned JSON, readable in a diff, ending in a newline.
 *
 *     console.log(JSON.parse(naiveBayesToJson(naiveBayes(binning))).kind) // → naive-bayes
 */
export function naiveBayesToJson(model: NaiveBayes): string {
  mustBe('naiveBayesToJson', 'model', model)
  if (model.format !== 'kerf-model' || model.kind !== 'naive-bayes') {
    throw new ArgumentError('naiveBayesToJson: model must be a model as naiveBayes makes it', { code: 'wrong-type' })
  }
  return `${toReadableJson(model)}\n`
}

/**
 * Reads a saved model. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const model = naiveBayes(binning)
 *     console.log(naiveBayesFromJson(naiveBayesToJson(model)).columns[0]?.name) // → age
 */
export function naiveBayesFromJson(text: string): NaiveBayes {
  return calledAs('naiveBayesFromJson', () => {
    const root = parseSaved(text, 'kerf-model')
    root.get('kind').oneOf('naive-bayes')
    const created = root.get('created')
    const target = readTarget(root.get('target'))
    if (target.kind !== 'class') return root.get('target').get('kind').fail('"class"')
    const width = target.classes.length
    const classes = root.get('classes').list((f) => f.finiteAmount())
    if (classes.length !== width || width === 0) root.get('classes').fail(`${width} sums, one per class`)
    if (!classes.some((weight) => weight > 0)) root.get('classes').fail('a class with rows')
    const columns = readTreeColumns(root.get('columns'))
    const items = root.get('counts').items()
    if (items.length !== columns.length) root.get('counts').fail(`${columns.length} lists, one per column`)
    const counts = items.map((item, i) => {
      const slots = branchCount(columns[i])
      const list = item.list((slot) => {
        const sums = slot.list((f) => f.finiteAmount())
        return sums.length === width ? sums : slot.fail(`${width} sums, one per class`)
      })
      return list.length === slots ? list : item.fail(`${slots} lists, one per bin, special code or group`)
    })
    return {
      format: 'kerf-model',
      version: 1,
      kind: 'naive-bayes',
      created: {
        kerf: created.get('kerf').text(),
        by: created.get('by').text(),
        ...readSource(created),
      },
      target,
      smoothing: root.get('smoothing').finiteAmount(),
      classes,
      columns,
      counts,
      notes: root.get('notes').list(readNote),
    }
  })
}
