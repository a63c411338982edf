import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a page that uses one method may cost, in bytes after gzip: with columns of any size, and with small ones only. */
const FIT_LIMIT = 28_000
const STEPS_LIMIT = 17_500

describe('in the browser', () => {
  test('one method is small and brings no other method', async () => {
    const { text } = await bundle("import { fit, mdlp } from './src/index.ts'; console.log(fit, mdlp)")
    expect(gzipSync(text).length).toBeLessThanOrEqual(FIT_LIMIT)
    expect(text).not.toContain('chi-merge')
  })

  test('its steps one by one are smaller: nothing that counts large columns comes with them', async () => {
    const steps = 'summarize, discretize, mdlp, assign'
    const { text } = await bundle(`import { ${steps} } from './src/index.ts'; console.log(${steps})`)
    expect(gzipSync(text).length).toBeLessThanOrEqual(STEPS_LIMIT)
    expect(text).not.toContain('bucket')
  })

  test('the whole library needs neither Node nor packages', async () => {
    const { text, inputs, imports } = await bundle("export * from './src/index.ts'")
    expect(inputs.filter((path) => !path.startsWith('src/'))).toEqual([])
    expect(inputs).toContain('src/index.ts')
    expect(imports).toEqual([])
    // With the quote: a property may well be called node.
    expect(text).not.toMatch(/["'`]node:/)
  })

  test('models need neither Node nor packages', async () => {
    const { text, inputs, imports } = await bundle("export * from './src/models/index.ts'")
    expect(inputs.filter((path) => !path.startsWith('src/'))).toEqual([])
    expect(imports).toEqual([])
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
    const { inputs, imports, text } = await bundle("export * from './src/reports/html/index.ts'")
    const packages = inputs.filter((path) => !path.startsWith('src/')).map((path) => path.split('/')[1])
    expect(inputs).toContain('node_modules/@observablehq/plot/src/plot.js')
    expect(packages).not.toContain('linkedom')
    expect(imports).toEqual([])
    expect(text).not.toMatch(/["'`]node:/)
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
