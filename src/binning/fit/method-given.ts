import type { AnyDiscretizer, Refinement } from '../../discretizers/discretizer.ts'

/** Which method finds the cuts, with its options, `preset`, `closed` and `readable` among them. */
export type MethodGiven = { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>

/** The method with what its refinement found in place of a search of its own. */
export function withFound({ method, ...rest }: MethodGiven, refinement: Refinement): MethodGiven {
  const run: AnyDiscretizer['run'] = (view, options, closed, summary) =>
    refinement.found?.(view, closed) ?? method.run(view, options, closed, summary)
  return { ...rest, method: { ...method, run } }
}
