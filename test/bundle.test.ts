import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { ENTRIES } from '../scripts/package/entries.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const KILOBYTE = 1024

/** What a page may cost that takes these names of the built package, in bytes after gzip. */
const LIMITS: readonly (readonly [names: string, bytes: number])[] = [
  ['assign', 2 * KILOBYTE],
  ['summarize, discretize, mdlp, assign', 12 * KILOBYTE],
  ['fit', 35 * KILOBYTE],
  ['fitTable', 45 * KILOBYTE],
]

describe('in the browser', () => {
  test.each(LIMITS)('{ %s } takes at most %i bytes', async (names, bytes) => {
    const { text } = await bundle(`import { ${names} } from './dist/index.js'; console.log(${names})`)
    expect(gzipSync(text).length).toBeLessThanOrEqual(bytes)
  })

  test('one method brings no other, and what it does in small columns nothing that counts large ones', async () => {
    const one = await bundle("import { fit, mdlp } from './dist/index.js'; console.log(fit, mdlp)")
    expect(one.text).not.toContain('chi-merge')
    const steps = await bundle("import { summarize, mdlp } from './dist/index.js'; console.log(summarize, mdlp)")
    expect(steps.text).not.toContain('bucket')
  })

  test('a part of the built package leaves nothing behind that is not used', async () => {
    const { text } = await bundle("import { VERSION } from './dist/index.js'; console.log(VERSION)")
    expect(text.length).toBeLessThan(100)
  })

  const PLAIN = Object.keys(ENTRIES).filter((entry) => !['node', 'neural', 'html', 'sources'].includes(entry))
  test.each(PLAIN)('%s needs neither Node nor packages', async (entry) => {
    const { text, inputs, imports } = await bundle(`export * from './src/${ENTRIES[entry]}'`)
    expect(inputs.filter((path) => !path.startsWith('src/'))).toEqual([])
    expect(inputs).toContain(`src/${ENTRIES[entry]}`)
    expect(imports).toEqual([])
    // With the quote: a property may well be called node.
    expect(text).not.toMatch(/["'`]node:/)
  })

  test('a net needs only what computes its layers, and not to predict', async () => {
    const { inputs, imports } = await bundle("export * from './src/models/neural/index.ts'")
    const packages = inputs
      .filter((path) => !path.startsWith('src/'))
      .map((path) => path.split('/').slice(1, 3).join('/'))
    expect([...new Set(packages)]).toEqual(['@jax-js/jax'])
    expect(imports).toEqual([])
    const predicts = await bundle("export { neuralFromJson, predictNeural } from './src/models/neural/neural-model.ts'")
    expect(predicts.inputs.filter((path) => !path.startsWith('src/'))).toEqual([])
  })

  test('reports as pages need only what draws', async () => {
    const { inputs, imports } = await bundle("export * from './src/reports/html/index.ts'")
    const packages = inputs.filter((path) => !path.startsWith('src/')).map((path) => path.split('/')[1])
    expect(inputs).toContain('node_modules/@observablehq/plot/src/plot.js')
    expect(packages).not.toContain('linkedom')
    expect(imports).toEqual([])
  })

  test('a Node module would not pass', async () => {
    await expect(bundle("export * from 'node:fs'")).rejects.toThrow('Could not resolve "node:fs"')
  })
})

async function bundle(contents: string): Promise<{ text: string; inputs: string[]; imports: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'entry.ts', loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    treeShaking: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return {
    text: outputFiles[0].text,
    inputs: Object.keys(metafile.inputs).filter((path) => path !== 'entry.ts'),
    imports: Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  }
}
