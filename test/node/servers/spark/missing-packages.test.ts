import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const build = fileURLToPath(new URL('../../../../build', import.meta.url))

test('where the packages for Spark are not installed, one sentence says how to get them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-no-packages-'))
  try {
    symlinkSync(build, join(folder, 'build'), 'junction')
    const code = `
      import { openSpark } from './build/node/servers/spark/spark-connection.js'
      import { connectClient } from './build/node/servers/spark/connect-client.js'
      const address = { host: '127.0.0.1', port: 1, password: null, settings: {}, shown: 'sc://x' }
      for (const open of [openSpark, connectClient]) await open(address).catch((error) => console.log(error.code, error.message))`
    // Packages are looked for beside the link, where there are none.
    const args = ['--preserve-symlinks', '--input-type=module', '-e', code]
    expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim().split('\n')).toEqual([
      'missing-package Spark needs the package apache-arrow, which is not installed; install it with: npm install apache-arrow',
      'missing-package Spark needs the package @grpc/grpc-js, which is not installed; install it with: npm install @grpc/grpc-js',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
