import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { exportsField } from '../scripts/package/entries.mjs'
import { SLOW } from './slow.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const program = JSON.parse(read('packages/cli/package.json'))

interface Meta {
  readonly optional?: boolean
}

// Written so that no pattern finds itself in this file.
const MACHINE_PATH = /(?<![\w./])\/(?:(?:work|farm|root|tmp)\/|(?:home|Users)\/\w)/
const REGISTRY_HOST =
  /registry\.(?:npmjs|yarnpkg|npmmirror)|https?:\/\/[^\s"'/]*(?:registry|artifactory|nexus|verdaccio|npm)[^\s"'/]*[/:]/i

describe('package.json', () => {
  test('brings no package with it, and says which ones single entries can use', () => {
    expect(manifest.dependencies ?? manifest.optionalDependencies).toBeUndefined()
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta))
    expect(Object.values(manifest.peerDependenciesMeta).every((meta) => (meta as Meta).optional === true)).toBe(true)
  })

  test('names exact versions', () => {
    const versions = Object.entries<string>({ ...manifest.devDependencies, ...program.dependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('exports every entry and itself', () => {
    expect(manifest.exports).toEqual(exportsField())
    expect(manifest.files).toEqual(['dist'])
    expect(manifest.sideEffects).toEqual(['./dist/column-worker.js', './dist/csv-worker.js', './dist/page-worker.js'])
  })

  test('the program brings what single entries can use, as it is tested here', () => {
    const { dependencies } = program
    // What only its commands need.
    const { commander: _, hono: __, '@hono/node-server': ___, ...rest } = dependencies
    expect(Object.keys(rest)).toEqual(Object.keys(manifest.peerDependencies))
    expect(dependencies).toEqual(
      Object.fromEntries(Object.keys(dependencies).map((name) => [name, manifest.devDependencies[name]])),
    )
    expect(program.version).toBe(manifest.version)
    expect(program.bin).toEqual({ kerf: 'dist/main.js' })
  })

  test('is locked without naming a download host', () => {
    const lock = read('package-lock.json')
    expect(lock).not.toContain('"resolved"')
    expect(lock).not.toMatch(REGISTRY_HOST)
  })

  // npm drops an optional package it cannot find from the lock, and `npm ci` then refuses the lock.
  test('is locked for every operating system', () => {
    const packages: Record<string, { optionalDependencies?: object }> = JSON.parse(read('package-lock.json')).packages
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
    const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    expect(optional.filter((name) => !locked.has(name))).toEqual([])
  })
})

test.each(['dist', 'packages/cli/dist'])('threads find their files in %s, wherever the code is', (folder) => {
  const built = readdirSync(join(root, folder)).filter((name) => name.endsWith('.js'))
  const started = built.flatMap((name) =>
    [...read(join(folder, name)).matchAll(/new URL\("(\.[^"]+-worker\.js)", ?import\.meta\.url\)/g)].map(
      ([, file]) => file,
    ),
  )
  expect(started.length).toBeGreaterThan(1)
  expect(started.filter((file) => !existsSync(join(root, folder, file)))).toEqual([])
})

describe('files in git', () => {
  const tracked = trackedFiles()

  test.skipIf(tracked === null)('name no path of one machine and no download host', () => {
    const faults = tracked!.flatMap((path) => {
      const text = read(path)
      // A NUL means a picture or other data, which has no lines to search.
      if (text.includes('\0')) return []
      return text
        .split('\n')
        .flatMap((line, i) => (MACHINE_PATH.test(line) || REGISTRY_HOST.test(line) ? [`${path}:${i + 1}`] : []))
    })
    expect(faults).toEqual([])
  })
})

test('what npm run quick leaves out is there', () => {
  expect(SLOW.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

describe('the search patterns', () => {
  test.each(['root', 'tmp', 'home', 'Users'])('find a path in %s', (folder) => {
    expect(`cd "/${folder}/someone"`).toMatch(MACHINE_PATH)
  })
  test('leave addresses and relative paths alone', () => {
    expect('see https://example.org/home/page and ./tmp/x').not.toMatch(MACHINE_PATH)
  })
  test('find a download host', () => {
    expect(['"https://registry', 'example.org/a.tgz"'].join('.')).toMatch(REGISTRY_HOST)
    expect('"https://github.com/sponsors/a"').not.toMatch(REGISTRY_HOST)
  })
  test('find any in types only', () => {
    for (const code of [
      'let a: any',
      'f(x as any)',
      'Array<any>',
      'type A = any | B',
      '(a: any[]) => 0',
      '// @ts-ignore',
    ])
      expect(usesAny(code), code).toBe(true)
    for (const code of ["'must be any of: a'", '// in any case', '/* x: any */', 'const many = anyone(many, any1)'])
      expect(usesAny(code), code).toBe(false)
  })
})

describe('src', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: read(join('src', path)) }))

  test('has no any', () => {
    expect(sources.filter(({ text }) => usesAny(text)).map(({ path }) => path)).toEqual([])
  })
})

/** Null outside a git checkout, such as an unpacked archive. */
function trackedFiles(): string[] | null {
  try {
    const list = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  } catch {
    return null
  }
}

function usesAny(text: string): boolean {
  if (/@ts-(?:ignore|nocheck)/.test(text)) return true
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  return /(?:[:<|&,(=]|\bas)\s*any\s*(?:[[\],;)=>|&{}]|$)/m.test(code)
}
