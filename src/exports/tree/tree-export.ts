import { rulesToJson } from '../../streams/repair/rules-json.ts'
import { rulesOfTree } from '../../streams/repair/rules-of-tree.ts'
import type { Tree } from '../../trees/tree.ts'
import { findNamed } from '../../util/check.ts'
import type { TargetOf } from '../export-binning.ts'
import { treeToDot } from './tree-dot.ts'
import { treeToJavaScript } from './tree-javascript.ts'
import type { TreeExportOptions } from './tree-plan.ts'
import { treeToPython } from './tree-python.ts'
import { treeToRules } from './tree-rules.ts'
import { treeToSql } from './tree-sql.ts'
import { treeToJavaScriptTest, treeToPythonTest, treeToSqlTest } from './tree-tests.ts'
import { calledAs } from '../../util/called-as.ts'

/** What a tree can be exported to. */
export type TreeExportTarget = TargetOf<Tree, TreeExportOptions>

const TARGETS: readonly TreeExportTarget[] = [
  { name: 'sql', about: 'a SELECT with a CASE expression', extension: '.sql', write: treeToSql, test: treeToSqlTest },
  {
    name: 'js',
    about: 'a JavaScript module that imports nothing',
    extension: '.js',
    write: treeToJavaScript,
    test: treeToJavaScriptTest,
  },
  {
    name: 'python',
    about: 'a Python module of plain functions',
    extension: '.py',
    write: treeToPython,
    test: treeToPythonTest,
  },
  { name: 'dot', about: 'a graph for Graphviz', extension: '.dot', write: (tree) => treeToDot(tree), test: null },
  {
    name: 'rules',
    about: 'a line per leaf, for people',
    extension: '.txt',
    write: (tree) => treeToRules(tree),
    test: null,
  },
  {
    name: 'rules-json',
    about: 'a rule per leaf, for kerf repair',
    extension: '.json',
    write: (tree) => rulesToJson(rulesOfTree(tree)),
    test: null,
  },
]

/**
 * All targets of exports of a tree.
 *
 *     console.log(treeExportTargets().map(({ name }) => name))
 *     // → [ 'sql', 'js', 'python', 'dot', 'rules', 'rules-json' ]
 */
export function treeExportTargets(): readonly TreeExportTarget[] {
  return TARGETS
}

/**
 * The target of a name.
 *
 *     console.log(findTreeExportTarget('rules').write(tree).split('\n')[0]) // → if age < 26.5 then no (55 of 61 rows)
 *
 * @param name such as `rules`; `treeExportTargets()` lists them
 */
export function findTreeExportTarget(name: string): TreeExportTarget {
  return calledAs('findTreeExportTarget', () => findNamed('export: unknown target of a tree', TARGETS, name))
}

/**
 * A tree as text: code that predicts elsewhere as the library does, a graph, or rules to read. O(nodes · depth).
 *
 *     console.log(exportTree(tree, 'sql', { expressions: true }).trim())
 *     // → CASE
 *     // →   WHEN "age" < 30.5e0 THEN 'no'
 *     // →   ELSE 'yes'
 *     // → END AS "bought_predicted"
 *
 * @param to name of the target: `sql`, `js`, `python`, `dot`, `rules` or `rules-json`
 */
export function exportTree(tree: Tree, to: string, options: TreeExportOptions = {}): string {
  return calledAs('exportTree', () => findTreeExportTarget(to).write(tree, options))
}
