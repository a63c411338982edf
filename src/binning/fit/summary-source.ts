import { isExact } from '../../summaries/cells.ts'
import type { NumberSummary } from '../../types.ts'
import type { CellSource } from './cell-source.ts'
import { cutWithCertificate } from './certificate.ts'

/** A summary that is there. Its rows cannot be read again. */
export function fromSummary(summary: NumberSummary, print?: (value: number) => string): CellSource {
  const { target } = summary
  // Of estimates nothing can be proven.
  const settled = isExact(summary.cells) || summary.origin === 'estimated'
  const certify = cutWithCertificate
  return { target, summarize: () => ({ summary, settled }), certify, ...(print === undefined ? {} : { print }) }
}
