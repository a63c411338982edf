import { StreamRun } from '../../../src/node/stream/stream-run.ts'
import type { StreamRequest } from '../../../src/node/stream/stream-settings.ts'

/** A run of a stream; what is not said is the simplest. */
export function makeRun(given: Partial<StreamRequest> & { data: string }): StreamRun {
  return new StreamRun({
    form: 'auto',
    read: {},
    follow: false,
    resume: false,
    checkpoint: 0,
    encode: 'label',
    force: false,
    targetKind: 'auto',
    wait: 100,
    options: {},
    layer: { startCells: 20 },
    rebuild: { policy: 'rows', every: 4 },
    onEvent: () => {},
    onNote: () => {},
    ...given,
  })
}
