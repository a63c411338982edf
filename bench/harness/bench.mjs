import { fileURLToPath } from 'node:url'
import { measure, measureFresh } from './measure.mjs'
import { dataSet } from './sets.mjs'

const FILES = {
  numpy: 'numpy_bins.py',
  pandas: 'pandas_bins.py',
  'scikit-learn': 'sklearn_bins.py',
  polars: 'polars_bins.py',
  pyarrow: 'pyarrow_csv.py',
  Orange: 'orange_mdlp.py',
  optbinning: 'optbinning_bins.py',
  fastbinning: 'fastbinning_bins.py',
  Khiops: 'khiops_modl.py',
  LightGBM: 'lightgbm_bins.py',
  river: 'river_sketch.py',
  datasketches: 'datasketches_kll.py',
}

const at = (name) => fileURLToPath(new URL(`../peers/${name}`, import.meta.url))

/** What a task is given: data, steps of Kerf and of others, and the clock. */
export class Bench {
  /**
   * @param {{ rows: number, columns: number, rounds: number, seconds: number }} size
   * @param {{ python: { path: string, versions: Record<string, string> } | null, weka: { path: string } | null }} others
   */
  constructor(size, others) {
    this.size = size
    this.others = others
  }

  /** Folders of data sets, and what they are. */
  set(name, rows = this.size.rows, columns = 1) {
    return { name, rows, columns, folder: dataSet(name, rows, columns) }
  }

  mixed(columns = Math.min(8, this.size.columns)) {
    return this.set('mixed', this.size.rows, columns)
  }

  /** The data set of everything that is compared with numpy and Orange. */
  wide() {
    return this.mixed(this.size.columns)
  }

  informative(rows = this.size.rows) {
    return this.set('informative', rows)
  }

  /** What all else is compared with. */
  sort(set) {
    return this.kerf('sort', set, { what: 'sort' }, 'Float64Array.sort')
  }

  kerf(label, set, spec, tool = 'Kerf') {
    return this.own('kerf.mjs', JSON.stringify(spec), { label, tool, set, threads: spec.threads ?? 1 })
  }

  /** A program of this folder that Node runs. */
  own(file, what, { label, tool = 'Kerf', set, threads = 1, seconds = this.size.seconds }) {
    return {
      label,
      tool,
      set: set.name,
      threads,
      command: [process.execPath, at(file), what, set.folder, String(seconds)],
    }
  }

  /** Steps of another tool: one, or none where it is not there. */
  peer(tool, label, set, step, threads = 1) {
    const { python, weka } = this.others
    const common = { label, tool, set: set.name, threads }
    if (tool === 'Weka') {
      if (weka === null) return []
      return [{ ...common, command: ['java', '-XX:+UseSerialGC', '-cp', weka.path, at('Weka.java'), set.folder] }]
    }
    if (python === null || !Object.hasOwn(python.versions, tool)) return []
    return [{ ...common, command: [python.path, at(FILES[tool]), step, set.folder, String(this.size.seconds)] }]
  }

  measure(name, steps) {
    return measure(steps, { rounds: this.size.rounds, name })
  }

  measureOnce(name, steps) {
    return measure(steps, { rounds: 1, name })
  }

  measureFresh(name, steps, times) {
    return measureFresh(steps, { times, name })
  }
}
