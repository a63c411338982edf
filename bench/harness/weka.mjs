import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache.mjs'

const VERSION = '3.8.6'
const POM = `<project><modelVersion>4.0.0</modelVersion><groupId>kerf</groupId><artifactId>bench</artifactId><version>1</version>
<dependencies><dependency><groupId>nz.ac.waikato.cms.weka</groupId><artifactId>weka-stable</artifactId><version>${VERSION}</version></dependency></dependencies></project>
`

/**
 * The class path of Weka: a jar that was named, or what Maven fetches once. Null, and a line that says why, where there is none.
 * @param {{ given?: string | undefined, install: boolean }} asked
 */
export function findWeka({ given, install }) {
  if (spawnSync('java', ['-version']).status !== 0) return tellNone('there is no Java')
  if (given !== undefined) return { path: given, version: 'as given' }
  const folder = cacheFolder('weka')
  const lib = join(folder, 'lib')
  if (!existsSync(lib) || !readdirSync(lib).some((name) => name.startsWith('weka'))) {
    if (!install) return tellNone('npm run bench -- peers fetches it')
    if (spawnSync('mvn', ['-v']).status !== 0) return tellNone('there is no Maven to fetch it, and --weka names no jar')
    console.error('fetching Weka')
    writeFileSync(join(folder, 'pom.xml'), POM)
    const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${lib}`]
    const ran = spawnSync('mvn', args, { cwd: folder, stdio: ['ignore', 2, 2] })
    if (ran.status !== 0) return tellNone('Maven could not fetch it')
  }
  return { path: join(lib, '*'), version: VERSION }
}

function tellNone(why) {
  console.error(`Weka is left out: ${why}`)
  return null
}
