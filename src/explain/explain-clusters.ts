import { VERSION } from '../binning/binning.ts'
import { markTable } from '../binning/fit/fit-table.ts'
import { tableRows } from '../summaries/column-table.ts'
import type { Note, Table } from '../types.ts'
import { clusterRows } from './clusters/cluster-rows.ts'
import { explainClasses } from './explain-classes.ts'
import { EXPLAIN_NAMES, type ExplainOptions } from './explain-rows.ts'
import { tellingColumns } from './telling-columns.ts'
import type { ClustersExplanation } from './findings.ts'
import { knownOptions } from '../util/check.ts'
import { calledAs } from '../util/called-as.ts'

/** Options of `explainClusters`. */
export type ExplainClustersOptions = ExplainOptions & {
  /** how many clusters, from 2 to 20 */
  readonly clusters: number
  /** how many random starts k-means tries; default 25 */
  readonly starts?: number | undefined
}

/**
 * Clusters the rows (see `clusterRows`), takes the cluster as class, and finds the very few ranges of the very few columns
 * that tell each cluster from the others. Clusters are named 1, 2, … from the largest on; they are made without weights.
 *
 *     const { age, income } = table
 *     const { groups, columns } = await explainClusters({ age, income }, { clusters: 2 })
 *     console.log(groups.length, columns) // → 2 [ 'income', 'age' ]
 */
export async function explainClusters(table: Table, options: ExplainClustersOptions): Promise<ClustersExplanation> {
  return calledAs('explainClusters', async () => {
    knownOptions('explain', options, { ...EXPLAIN_NAMES, rule: 1, clusters: 1, starts: 1 })
    const { clusters, starts, seed, all, perColumn, weights, source } = options
    const columns = options.columns ?? Object.keys(table).filter((name) => name !== weights)
    const made = clusterRows(table, { clusters, starts, seed, all, perColumn, columns })
    const classes = made.sizes.map((_, i) => String(i + 1))
    const rows = tableRows('explain', table)
    const target = { kind: 'class' as const, name: 'cluster', classes, event: null }
    const marks = { ...markTable('explain', table, rows, { weights }), target, codes: made.labels }
    const goals = classes.map((_, code) => code)
    const request = {
      marks,
      classes,
      goals,
      columns,
      fold: false,
      unclassed: 'without any number',
      depth: 1,
      copies: false,
    }
    const explained = await explainClasses(table, request, options)
    return {
      format: 'kerf-explanation',
      version: 1,
      kind: 'clusters',
      created: { kerf: VERSION, source: { name: source ?? null, rows } },
      target: { name: 'cluster', classes },
      groups: explained.classes,
      columns: tellingColumns(explained.classes, columns),
      clustering: { columns: made.columns, starts: made.starts, explained: made.explained, shuffled: made.shuffled },
      tried: explained.tried,
      notes: [...explained.notes, ...leftOutOfDistances(columns, made.columns)],
    }
  })
}

function leftOutOfDistances(columns: readonly string[], used: readonly string[]): Note[] {
  const others = columns.filter((name) => !used.includes(name))
  if (others.length === 0) return []
  const message = `clustered without ${others.join(', ')}: text, truth values and columns of a single value have no distances`
  return [{ code: 'no-distances', message }]
}
