// The examples of docs/explain.md, run anew: `node scripts/explain-examples.mjs DATA_DIR`, after `npm run build`. DATA_DIR
// holds a folder per data set, such as pima/pima.csv. A block that starts with `$ kerf explain NAME.csv …` gets what the
// command prints. With --check nothing is written, and the exit code is 1 when a block differs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAM_FILE } from './package/entries.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const page = join(root, 'docs', 'explain.md')
const [folder] = process.argv.slice(2).filter((word) => word !== '--check')
const onlyCheck = process.argv.includes('--check')

const text = readFileSync(page, 'utf8')
const filled = text.replaceAll(
  /^```console\n\$ kerf (explain (\S+)\.csv(?:\.gz)?\b.*)\n[^]*?^```$/gm,
  (block, command, name) => {
    const place = [join(root, 'samples'), ...(folder === undefined ? [] : [resolve(folder, name)])].find((path) =>
      [`${name}.csv`, `${name}.csv.gz`].some((file) => existsSync(join(path, file))),
    )
    if (place === undefined) {
      console.error(`explain-examples: no ${name}.csv, so its block stays as it is; give the folder of the data sets`)
      return block
    }
    return `\`\`\`console\n$ kerf ${command}\n${run(place, command.split(' '))}\n\`\`\``
  },
)
if (filled === text) console.log('docs/explain.md is as the commands print it')
else if (onlyCheck) {
  console.error('explain-examples: docs/explain.md differs from what the commands print')
  process.exitCode = 1
} else {
  writeFileSync(page, filled)
  console.log('wrote docs/explain.md')
}

/**
 * @param {string} cwd
 * @param {string[]} words
 */
function run(cwd, words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM_FILE, ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', COLUMNS: '100' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trimEnd()
}
