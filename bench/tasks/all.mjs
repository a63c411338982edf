import { run as binning } from './binning.mjs'
import { run as files } from './files.mjs'
import { run as floor } from './floor.mjs'
import { run as frequency } from './frequency.mjs'
import { run as growth } from './growth.mjs'
import { run as kMeans } from './k-means.mjs'
import { run as mdlp } from './mdlp.mjs'
import { run as merging } from './merging.mjs'
import { run as modl } from './modl.mjs'
import { run as optimal } from './optimal.mjs'
import { run as threads } from './threads.mjs'
import { run as width } from './width.mjs'

/** Every task, in the order of the report: what it is called there, and what measures it. */
export const TASKS = {
  mdlp: { title: 'MDLP', run: mdlp },
  frequency: { title: 'Equal frequency, 10 bins', run: frequency },
  width: { title: 'Equal width, 10 bins', run: width },
  'k-means': { title: 'k-means, 10 bins', run: kMeans },
  optimal: { title: 'Optimal bins by information value', run: optimal },
  modl: { title: 'MODL', run: modl },
  merging: { title: 'Merging and criteria of the table', run: merging },
  binning: { title: 'Whole binning beside cuts', run: binning },
  threads: { title: 'Two threads', run: threads },
  files: { title: 'Files', run: files },
  floor: { title: 'The floor', run: floor },
  growth: { title: 'Growth', run: growth },
}
