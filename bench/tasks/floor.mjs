import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../harness/cache.mjs'
import { atMost, rowOf } from '../harness/judge.mjs'
import { runJson } from '../harness/run-json.mjs'

/** What a task cannot do without in C, and how many times as long ours may take. */
const MOST = 2.5

/** Tasks beside the kernels they cannot do without, written in C and compiled here. */
export function run(bench) {
  const [wide, noise] = [bench.wide(), bench.set('noise')]
  const program = compiled()
  const kernels = new Map([wide, noise].map((set) => [set, {}]))
  let rows = []
  // C and Kerf in turn.
  for (let round = 1; round <= bench.size.rounds; round++) {
    for (const [set, best] of kernels) {
      if (program === null) continue
      const { failed, ...found } = runJson({ command: [program, set.folder, String(bench.size.seconds)] })
      if (failed !== undefined) throw new Error(`the floor: ${failed}`)
      for (const [name, cpu] of Object.entries(found)) best[name] = Math.min(best[name] ?? Infinity, Number(cpu))
    }
    rows = bestOf(rows, bench.measureOnce('floor', steps(bench, wide, noise)))
  }
  const pairs = [
    ['read and sum', wide, 'read', 'read'],
    ['MDLP of noise, cuts', noise, 'histogram', 'class histogram'],
    ['MDLP, cuts', wide, 'scatter', 'class histogram and one scatter'],
    ['equal frequency, cuts and codes', wide, 'codes', 'histogram, one scatter, codes'],
    ['equal width, cuts and codes', wide, 'width', 'equal width, exact at the edges'],
  ].map(([label, set, kernel, told]) => {
    const ours = rowOf(rows, 'Kerf', label, set.name).cpu
    const floor = kernels.get(set)?.[kernel] ?? NaN
    return { label, told, ours, floor, ratio: ours / floor }
  })
  return {
    rows,
    floor: program === null ? [] : pairs,
    checks: [],
    aims: pairs.map(({ label, told, ratio }) => atMost(`${label}: times the floor in C (${told})`, MOST, ratio)),
  }
}

const steps = (bench, wide, noise) => [
  bench.sort(wide),
  bench.kerf('read and sum', wide, { what: 'sum' }),
  bench.kerf('MDLP, cuts', wide, { what: 'cuts', method: 'mdlp', target: 'class' }),
  bench.kerf('equal frequency, cuts and codes', wide, {
    what: 'codes',
    method: 'equal-frequency',
    options: { bins: 10 },
  }),
  bench.kerf('equal width, cuts and codes', wide, { what: 'codes', method: 'equal-width', options: { bins: 10 } }),
  bench.sort(noise),
  bench.kerf('MDLP of noise, cuts', noise, { what: 'cuts', method: 'mdlp', target: 'class' }),
]

function bestOf(before, rows) {
  return rows.map((row, i) => ({
    ...row,
    cpu: Math.min(row.cpu, before[i]?.cpu ?? Infinity),
    wall: Math.min(row.wall, before[i]?.wall ?? Infinity),
    ratio: row.ratio === null ? null : Math.min(row.ratio, before[i]?.ratio ?? Infinity),
  }))
}

/** The program, or null and a line that says why there is none. */
function compiled() {
  const program = join(cacheFolder(), 'floor')
  const source = fileURLToPath(new URL('../peers/floor.c', import.meta.url))
  const { status, stderr, error } = spawnSync('cc', ['-O3', '-march=native', '-ffast-math', '-o', program, source], {
    encoding: 'utf8',
  })
  if (status === 0) return program
  console.error(`the floor is left out: ${error === undefined ? stderr : 'there is no C compiler'}`)
  return null
}
