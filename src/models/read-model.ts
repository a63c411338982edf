import { readEncoder } from '../encoders/encoder-json.ts'
import { readTarget } from '../summaries/saved/read-target.ts'
import { type Field, parseSaved } from '../util/saved-json.ts'
import type { LogisticModel } from './logistic-model.ts'

/** What all saved models with an encoder have. */
export type ModelFacts = Pick<LogisticModel, 'format' | 'version' | 'created' | 'target' | 'encoder' | 'training'>

/** Those fields as they stand in a file: before and after what is a model's own, so that it is saved again as it was. */
interface SavedModel<Kind> {
  readonly root: Field
  readonly before: Omit<ModelFacts, 'training'> & { readonly kind: Kind }
  readonly after: Pick<ModelFacts, 'training'>
}

/** Reads what all saved models with an encoder have; `root` has the rest. A wrong field is refused with its path. */
export function readModel<Kind extends string>(text: string, kind: Kind): SavedModel<Kind> {
  const root = parseSaved(text, 'kerf-model')
  root.get('kind').oneOf(kind)
  const target = readTarget(root.get('target'))
  if (target.kind !== 'class' || target.event === null) return root.get('target').fail('classes with an event')
  const [created, training] = [root.get('created'), root.get('training')]
  const loss = (name: string): number | null => training.get(name).optional((value) => value.finiteAmount())
  return {
    root,
    before: {
      format: 'kerf-model',
      version: 1,
      kind,
      created: { kerf: created.get('kerf').text(), options: created.get('options').record() },
      target,
      encoder: readEncoder(root.get('encoder')),
    },
    after: {
      training: {
        rows: training.get('rows').index(),
        passes: training.get('passes').index(),
        converged: training.get('converged').truth(),
        loss: loss('loss'),
        heldLoss: loss('heldLoss'),
      },
    },
  }
}
