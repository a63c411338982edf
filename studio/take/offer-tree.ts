import { useEffect } from 'preact/hooks'
import type { Tree } from '../../src/trees/index.ts'
import { opened } from '../state/store.ts'
import { baseName, offered } from './take-format.ts'

/** Lets the tree that is shown be taken away while its panel is there. The code of the formats is fetched beside it. */
export function useTreeOffer(tree: Tree | null): void {
  useEffect(() => {
    if (tree === null) return undefined
    let gone = false
    void import('./tree-formats.ts').then(({ treeFormats }) => {
      if (!gone) offered.value = treeFormats(tree, baseName(opened.value?.name ?? 'data'))
    })
    return () => {
      gone = true
      offered.value = []
    }
  }, [tree])
}
