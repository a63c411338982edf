import type { Note, Target } from '../../types.ts'
import type { Field } from '../../util/saved-json.ts'
import { sortLabels } from '../mark-rows.ts'
import type { Origin } from '../summary-table.ts'

/** Reads the target of a saved file. */
export function readTarget(field: Field): Target {
  const kind = field.get('kind').oneOf('class', 'numeric')
  const name = field.get('name').optional((f) => f.text())
  if (kind === 'numeric') return { kind, name }
  const classes = field.get('classes').list((f) => f.text())
  if (new Set(classes).size < classes.length) field.get('classes').fail('classes that all differ')
  if (sortLabels(classes).join() !== classes.join()) field.get('classes').fail('classes in sorted order')
  const event = field.get('event').optional((f) => f.text())
  if (event !== null && !classes.includes(event)) field.get('event').fail('null or one of the classes')
  return { kind, name, classes, event }
}

/** Reads from which rows something was made, and with which column of weights. */
export function readSource(created: Field): Omit<Origin, 'kerf'> {
  const source = created.get('source')
  const weights = created.get('weights').optional((f) => f.text())
  return {
    source: { name: source.get('name').optional((f) => f.text()), rows: source.get('rows').index() },
    ...(weights === null ? {} : { weights }),
  }
}

/** Reads a note of a saved file. */
export function readNote(field: Field): Note {
  const figures = field
    .get('figures')
    .optional((own) => Object.fromEntries(Object.keys(own.record()).map((name) => [name, own.get(name).number()])))
  const note = { code: field.get('code').text(), message: field.get('message').text() }
  return figures === null ? note : { ...note, figures }
}
