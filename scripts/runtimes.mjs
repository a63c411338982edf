// `npm run runtimes`: the packed library in projects of its own, as users have it, on this Node, with this TypeScript and
// in a Vite page with workers. `-- --all` fetches Node 22 and 24, Bun, Deno and other versions of TypeScript from npm and
// tries those too; `-- --nodes` runs the laws and the saved formats of the clone on Node 22 and 24.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { findChromium } from './browser/find-chromium.mjs'
import { importCosts } from './runtimes/import-cost.mjs'
import { openPage } from './runtimes/page.mjs'
import { bytesOf, installed, makeProject, pack, root, run, temporaryFolder } from './runtimes/project.mjs'

const MOST_BYTES = 3 * 1024 * 1024
const MOST_MILLISECONDS = 60
const NODES = ['22', '24']
const COMPILERS = ['5.4', '5.6', '5.9', '6.0']
const FLAGS = ['strict', 'exactOptionalPropertyTypes', 'noUncheckedIndexedAccess', 'noPropertyAccessFromIndexSignature', 'verbatimModuleSyntax'] // prettier-ignore

const asked = process.argv.slice(2)
const all = asked.includes('--all')
const folder = temporaryFolder()
let failed = 0

if (asked.includes('--nodes')) await onOtherNodes()
else await onThePackage()
process.exitCode = failed === 0 ? 0 : 1

async function onThePackage() {
  const { archive, unpackedSize, entryCount } = pack(folder)
  const project = makeProject(folder, { packages: [archive], files: ['check.mjs', 'bundled.mjs', 'page.html', 'page.js', 'page-worker.js'] }) // prettier-ignore
  await step('npm install', () => {
    expect(installed(project), ['kerf'])
    atMost(unpackedSize, MOST_BYTES)
    expect(bytesOf(join(project, 'node_modules/kerf')), unpackedSize)
    return `one package, ${entryCount} files, ${unpackedSize} bytes unpacked`
  })
  await step('import', () => {
    const { empty, kerf, d3 } = importCosts(project)
    atMost(kerf - empty, MOST_MILLISECONDS)
    return `${ms(kerf - empty)} of CPU more than an empty module (median of 20); d3-array ${ms(d3 - empty)}`
  })
  const here = await step(`Node ${process.versions.node}`, () => check(process.execPath, [], project))
  await step('bundled into one file, with threads', async () => {
    await bundleProgram(project)
    const { cuts } = JSON.parse(run(process.execPath, ['bundled/program.mjs'], { cwd: project }))
    return `cut at ${cuts[0]}`
  })
  await step('TypeScript of the clone', () => typecheck(join(root, 'node_modules/typescript/bin/tsc'), archive))
  const executable = findChromium()
  if (executable === undefined) console.log('-  Vite page with workers: no Chromium here')
  else {
    await step('Vite page with workers', async () => {
      const { faults, worker, here: cuts, pooled, slot, rows } = await openPage(project, executable)
      expect(faults, [])
      expect(worker, cuts)
      expect(pooled, [cuts, cuts])
      expect([slot, rows], [cuts.length, 2])
      return `cuts ${cuts.join(', ')}`
    })
  }
  if (!all) return
  for (const version of NODES) {
    const binary = await fetched(`node@${version}`, 'node_modules/node/bin/node')
    await step(`Node ${version}`, () => same(check(binary, [], project), here))
    await step(`require on Node ${version}`, () => {
      const script = "const { fit } = require('kerf'); console.log(fit([1, 2, 8, 9], { target: [...'aabb'] }).cuts[0])"
      writeFileSync(join(project, 'check.cjs'), script)
      expect(run(binary, ['check.cjs'], { cwd: project }).trim(), '5')
    })
  }
  const bun = await fetched('bun', 'node_modules/bun/bin/bun.exe')
  await step('Bun', () => same(check(bun, ['run'], project), here))
  const deno = await fetched('deno', 'node_modules/.bin/deno')
  await step('Deno', () => same(check(deno, ['run', '--allow-all', '--no-prompt'], project), here))
  for (const version of COMPILERS) {
    const compiler = await fetched(`typescript@${version}`, 'node_modules/typescript/bin/tsc')
    await step(`TypeScript ${version}`, () => typecheck(compiler, archive))
  }
}

/** Laws and saved formats of the clone. None of them trains a net, whose last digits follow the version of the runtime. */
async function onOtherNodes() {
  for (const version of NODES) {
    const binary = await fetched(`node@${version}`, 'node_modules/node/bin/node')
    await step(`laws and saved formats on Node ${version}`, () => lawsOn(binary))
  }
}

function lawsOn(binary) {
  const report = join(folder, 'laws.json')
  const files = ['test/laws', 'test/saved.test.ts', 'test/saved-fits.test.ts']
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`]
  /** @type {unknown} */
  let fault = null
  try {
    run(binary, [...args, ...files], { cwd: root, seconds: 1500 })
  } catch (error) {
    fault = error
  }
  if (!existsSync(report)) throw fault ?? new Error('vitest wrote no report')
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message.split('\n')[0]}`]),
    ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  ])
  if (failures.length > 0 || fault !== null) throw new Error(failures.join('\n') || String(fault))
  return `${numPassedTests} tests`
}

/** What the check prints: the digest of all it made, and how missing packages are told of. */
function check(binary, args, project) {
  const { digest, missing } = JSON.parse(run(binary, [...args, 'check.mjs'], { cwd: project }).trim())
  for (const sentence of missing) {
    if (
      !/^(?:\w+: )?[\w ]+ needs the package (\S+), which is not installed; install it with: npm install \1$/.test(
        sentence,
      )
    ) {
      throw new Error(`a missing package is told of so: ${sentence}`)
    }
  }
  return digest
}

/** The program and the file of its threads, as esbuild makes them for Node. */
async function bundleProgram(project) {
  await build({
    absWorkingDir: project,
    entryPoints: { program: 'bundled.mjs', threads: 'kerf/column-worker' },
    outdir: 'bundled',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).peerDependencies),
  })
}

/** All entries under the strictest flags, as Node and as bundlers resolve them. */
function typecheck(compiler, archive) {
  const types = join(root, 'node_modules/@types')
  const project = makeProject(folder, { packages: [archive], files: ['typed.ts'] })
  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    // prettier-ignore
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, true]))
    const compilerOptions = { ...flags, module, moduleResolution, target: 'ES2022', lib: ['ES2023'], noEmit: true, typeRoots: [types], types: ['node'], skipLibCheck: false } // prettier-ignore
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    run(process.execPath, [compiler, '-p', '.'], { cwd: project })
  }
  return run(process.execPath, [compiler, '--version'], { cwd: project }).trim()
}

/** A file of a package of npm, installed apart. */
async function fetched(name, file) {
  const project = makeProject(folder, { packages: [name] })
  return join(project, file)
}

async function step(name, act) {
  try {
    const told = await act()
    console.log(`ok ${name}${told === undefined ? '' : `: ${told}`}`)
    return told
  } catch (error) {
    failed++
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

function same(found, expected) {
  expect(found, expected)
  return 'the same bits'
}

function expect(found, expected) {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  if (a !== b) throw new Error(`expected ${b}, got ${a}`)
}

function atMost(found, most) {
  if (found > most) throw new Error(`expected at most ${most}, got ${found}`)
}

function ms(time) {
  return `${time.toFixed(0)} ms`
}
