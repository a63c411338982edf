import type { Target } from '../types.ts'
import type { Field } from '../util/saved-json.ts'
import type { CellCounts, LevelReference, NumberReference } from './reference.ts'

/** Reads the reference cells of a number column. */
export function readNumberReference(field: Field, target: Target | null): NumberReference {
  const edges: number[] = []
  for (const item of field.get('edges').items()) {
    const last = edges.at(-1)
    const edge = item.finite()
    if (last !== undefined && edge <= last) item.fail(`a number above ${last}`)
    edges.push(edge + 0)
  }
  return { edges, ...readCells(field, [edges.length + 1], target) }
}

/** Reads the reference cells of a category column: one per level, and one more where there are other levels. */
export function readLevelReference(field: Field, target: Target | null): LevelReference {
  const levels = field.get('levels').list((f) => f.text())
  if (new Set(levels).size < levels.length) field.get('levels').fail('levels that all differ')
  return { levels, ...readCells(field, [levels.length, levels.length + 1], target) }
}

function readCells(field: Field, sizes: readonly number[], target: Target | null): CellCounts {
  const counts = field.get('counts').list((f) => f.finiteAmount())
  if (!sizes.includes(counts.length)) field.get('counts').fail(`${sizes.join(' or ')} counts, one per cell`)
  const perCell = <T>(list: Field, read: (item: Field) => T): T[] => {
    const found = list.list(read)
    return found.length === counts.length ? found : list.fail(`${counts.length} numbers, one per cell`)
  }
  const amounts = (list: Field): number[] => perCell(list, (item) => item.amount())
  const weights = field.get('weights').optional(amounts)
  const cells = { counts, ...(weights === null ? {} : { weights }) }
  if (target === null) return cells
  if (target.kind === 'numeric') {
    const sums = perCell(field.get('sums'), (item) => item.number())
    return { ...cells, sums, sumSquares: amounts(field.get('sumSquares')) }
  }
  const classes = field.get('classes').list(amounts)
  if (classes.length !== target.classes.length)
    field.get('classes').fail(`${target.classes.length} lists of counts, one per class`)
  return { ...cells, classes }
}
