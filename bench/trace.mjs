/**
 * `npm run bench -- trace [rows] [rounds]`: what it costs a fit and a tree that somebody could follow them. The same sources are
 * bundled twice, as they are and without the lines that call who follows, and run in turns in one process.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Lines that call who follows: `onSplit?.(…)`, `watch?.…`, `rules.watch?.…`. */
const HOOKS = /^\s*(?:onSplit|watch|rules\.watch)\?\.[^\n]*\n/gm

async function load(folder, name, bare) {
  let removed = 0
  const plugin = {
    name: 'without-hooks',
    setup: ({ onLoad }) => {
      onLoad({ filter: /src\/(?:discretizers|trees)\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        removed += text.match(HOOKS)?.length ?? 0
        return { contents: text.replaceAll(HOOKS, '\n'), loader: 'ts' }
      })
    },
  }
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: {
      contents:
        "export { fit, mdlp, chi2, random } from './src/index.ts'\nexport { growTree } from './src/trees/index.ts'",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    outfile,
    plugins: bare ? [plugin] : [],
    logLevel: 'error',
  })
  return { removed, kerf: await import(pathToFileURL(outfile).href) }
}

/** The fastest round: what else runs on the machine can only add to it. */
const fastest = (times) => Math.min(...times)

export async function run([rows = '20000', rounds = '45']) {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-trace-'))
  const [hooked, bare] = [await load(folder, 'hooked', false), await load(folder, 'bare', true)]
  await rm(folder, { recursive: true })
  const { next, normal } = hooked.kerf.random(7)
  const x = Float64Array.from({ length: Number(rows) }, () => normal())
  const z = Float64Array.from(x, () => Math.round(normal() * 20))
  const target = Array.from(x, (value) => (next() < 1 / (1 + Math.exp(-3 * Math.sin(3 * value))) ? 'yes' : 'no'))
  const work = {
    mdlp: ({ fit, mdlp }) => fit(x, { target, method: mdlp }),
    chi2: ({ fit, chi2 }) => fit(x, { target, method: chi2 }),
    tree: ({ growTree }) => growTree({ x, z, target }, { target: 'target', maxDepth: 12 }),
  }
  console.log(
    `${rows} rows, ${rounds} rounds in turns, the fastest of each; ${bare.removed} lines that call who follows left out of the bare one`,
  )
  for (const [name, once] of Object.entries(work)) {
    const times = { hooked: [], bare: [] }
    for (let round = -2; round < Number(rounds); round++) {
      for (const kind of round % 2 === 0 ? ['hooked', 'bare'] : ['bare', 'hooked']) {
        const { kerf } = kind === 'hooked' ? hooked : bare
        const start = performance.now()
        once(kerf)
        if (round >= 0) times[kind].push(performance.now() - start)
      }
    }
    const [with_, without] = [fastest(times.hooked), fastest(times.bare)]
    console.log(`${name.padEnd(5)} ${with_.toFixed(2)} ms with, ${without.toFixed(2)} ms without: ratio ${(with_ / without).toFixed(3)}`) // prettier-ignore
  }
  return 0
}
