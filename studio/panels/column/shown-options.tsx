import { findMethod } from '../../../src/index.ts'
import { shown } from '../../state/store.ts'
import { cutAnew, refused } from './method-controls.tsx'
import { OptionControls } from './option-controls.tsx'

/** The options of the method that cuts the column. Loaded when they are first wanted: what they declare is in the methods. */
export function ShownOptions() {
  const now = shown.value
  if (now === null) return null
  return <OptionControls method={findMethod(now.method)} options={now.options} refused={refused.value} cut={cutAnew} />
}
