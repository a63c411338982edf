import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache.mjs'

/** The other tools: what pip calls them, what tells whether they are there. Each may be missing. */
const TOOLS = {
  numpy: { package: 'numpy', load: 'numpy' },
  pandas: { package: 'pandas', load: 'pandas' },
  'scikit-learn': { package: 'scikit-learn', load: 'sklearn.preprocessing' },
  polars: { package: 'polars', load: 'polars' },
  pyarrow: { package: 'pyarrow', load: 'pyarrow.csv' },
  Orange: { package: 'Orange3', load: 'Orange.preprocess.discretize' },
  optbinning: { package: 'optbinning>=1.0,<1.1', load: 'optbinning' },
  fastbinning: { package: 'fastbinning', load: 'fastbinning' },
  Khiops: { package: 'khiops', load: 'khiops.core' },
  LightGBM: { package: 'lightgbm', load: 'lightgbm' },
  river: { package: 'river', load: 'river.sketch' },
  datasketches: { package: 'datasketches', load: 'datasketches' },
}

const VERSION = `import importlib.metadata as m, sys; print(m.version(sys.argv[1]))`

/**
 * A Python with the other tools: one that was named, or an environment of its own that is made once. `install` says whether
 * what is missing may be installed. Null where there is no Python; a line tells what is missing.
 * @param {{ given?: string | undefined, install: boolean }} asked
 */
export function findPython({ given, install }) {
  const home = cacheFolder('python')
  const path = given ?? join(home, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const run = (...args) => spawnSync(path, args, { encoding: 'utf8' })
  if (given === undefined && !existsSync(path)) {
    if (!install) return tellNone(`other tools are left out: none are in ${home}, which npm run bench -- peers makes`)
    console.error(`making a Python environment in ${home}`)
    if (spawnSync('python3', ['-m', 'venv', home], { stdio: ['ignore', 2, 2] }).status !== 0) {
      return tellNone('other tools are left out: there is no python3 with venv')
    }
    // All at once, so that their needs are met together; one by one below where that fails.
    installed(path, Object.values(TOOLS).map((tool) => tool.package)) // prettier-ignore
  }
  if (run('-c', 'import numpy').status !== 0) return tellNone(`other tools are left out: ${path} has no numpy`)
  const versions = Object.fromEntries(
    Object.entries(TOOLS).flatMap(([tool, { package: wanted, load }]) => {
      const works = () => run('-c', `import ${load}`).status === 0
      const there = works() || (given === undefined && install && installed(path, [wanted]) && works())
      if (there) return [[tool, run('-c', VERSION, wanted.replace(/[<>=].*/, '')).stdout.trim()]]
      console.error(`${tool} is left out: it is not there${given === undefined ? ' and could not be installed' : ''}`)
      return []
    }),
  )
  return { path, versions }
}

function installed(path, packages) {
  console.error(`installing ${packages.join(', ')}`)
  return spawnSync(path, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: ['ignore', 2, 2] }).status === 0
}

function tellNone(line) {
  console.error(line)
  return null
}
