import { DIALECTS, exportTree, treeExportTargets } from '../../src/exports/index.ts'
import { treeSvg } from '../../src/reports/index.ts'
import { type Tree, treeToJson } from '../../src/trees/index.ts'
import type { TakeFormat } from './take-format.ts'

/** What is made of a tree: the panel that shows one offers these. */
export function treeFormats(tree: Tree, base: string): TakeFormat[] {
  const common = { group: 'Tree', ofColumns: false } as const
  const exported = treeExportTargets().map(({ name, about, extension }): TakeFormat => {
    const sql = name === 'sql'
    return {
      ...common,
      id: `tree-${name}`,
      title: TITLES[name] ?? name,
      about: `${about[0].toUpperCase()}${about.slice(1)}.`,
      ...(sql
        ? { choice: { label: 'dialect', options: DIALECTS.map((one) => ({ id: one.name, title: one.title })) } }
        : {}),
      make: async ({ choice }) => ({
        name: `${base}.tree${sql ? `.${choice}` : ''}${extension}`,
        type: 'text/plain;charset=utf-8',
        body: exportTree(tree, name, sql ? { dialect: choice, table: base } : {}),
      }),
    }
  })
  return [
    {
      ...common,
      id: 'tree-json',
      title: 'Saved tree',
      about: 'The tree for kerf predict, kerf show and the library.',
      make: async () => ({ name: `${base}.tree.json`, type: 'application/json', body: treeToJson(tree) }),
    },
    {
      ...common,
      id: 'tree-svg',
      title: 'Tree as a picture',
      about: 'An SVG file, light or dark as the reader likes it.',
      make: async () => ({ name: `${base}.tree.svg`, type: 'image/svg+xml', body: treeSvg(tree) }),
    },
    ...exported,
  ]
}

const TITLES: Readonly<Record<string, string>> = {
  sql: 'Tree as SQL',
  js: 'Tree as JavaScript',
  python: 'Tree as Python',
  dot: 'Tree for Graphviz',
  rules: 'Rules to read',
  'rules-json': 'Rules for kerf repair',
}
