import { optionalPackage } from '../../../util/optional-package.ts'

/** What draws. Pages wait for `loadPlot` before they draw anything. */
export let Plot: typeof import('./plot-marks.ts')

/** Loads what draws, once. */
export async function loadPlot(): Promise<void> {
  Plot ??= await optionalPackage('@observablehq/plot', 'a page with charts', () => import('./plot-marks.ts'))
}
