import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { blocksOf } from '../../docs/pages.ts'
import { folder, kerf } from '../run.ts'
import { read, start } from './start-server.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const made = folder()

/** A file with the bins of docs/serve.md. */
async function penguins(): Promise<string> {
  const path = join(made, 'penguins.json')
  const columns = 'beak_length_mm,flipper_length_mm,sex'
  await kerf(['fit', PENGUINS, '--target', 'species', '--columns', columns, '-o', path, '--force'])
  return path
}

test('docs/serve.md shows what is answered', async () => {
  const server = await start(await penguins())
  const asked = blocksOf('docs/serve.md', ['console']).flatMap(({ text }) => text.split(/^\$ /m).slice(1))
  expect(asked).toHaveLength(8)
  for (const one of asked) {
    const [line, ...shown] = one.split('\n')
    const { url, ...request } = curl(line, server.address)
    expect([line, await (await fetch(url, request)).text()]).toEqual([line, shown.join('\n')])
  }
})

test('the OpenAPI document names every column and answer, and is valid for what is asked', async () => {
  const server = await start(await penguins())
  const { openapi, paths, components } = JSON.parse(await read(server, 'openapi.json')) as Api
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(['/score', '/drift', '/metrics', '/openapi.json', '/health/live', '/health/ready'])
  const { Row, Answer } = components.schemas
  expect(Row.required).toEqual(['beak_length_mm', 'flipper_length_mm', 'sex'])
  expect(Answer.properties['sex'].enum).toEqual(['female', 'male', 'missing'])
  const pointers = [...JSON.stringify(paths).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(new Set(pointers)).toEqual(new Set(Object.keys(components.schemas)))
  for (const path of Object.keys(paths).filter((one) => one !== '/score'))
    expect((await fetch(new URL(path, server.address))).status).toBe(200)
  const { example } = paths['/score'].post!.requestBody.content['application/json']
  const answer = await fetch(new URL('score', server.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(example),
  })
  expect(answer.status).toBe(200)
})

test('the page at / asks for nothing but its own files', async () => {
  const server = await start(await penguins())
  const page = await fetch(server.address)
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'",
  )
  const text = await page.text()
  const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)
  expect(files).toEqual(['page.css', 'page.js'])
  for (const name of files) expect((await fetch(new URL(name, server.address))).status).toBe(200)
  expect(text + readFileSync(new URL('../../../src/cli/serve/try-page.ts', import.meta.url), 'utf8')).not.toMatch(
    /https?:/,
  )
})

interface Api {
  readonly openapi: string
  readonly paths: Record<string, { post?: { requestBody: { content: Record<string, { example: unknown }> } } }>
  readonly components: {
    readonly schemas: Record<'Row' | 'Answer', { required: string[]; properties: Record<string, { enum: string[] }> }>
  }
}

/** What a line with curl asks, of another port. */
function curl(
  line: string,
  address: string,
): { url: string; method: string; headers: Record<string, string>; body: string | null } {
  const words = [...line.matchAll(/\$?'([^']*)'|\S+/g)].map(([word, text]) =>
    text === undefined ? word : word.startsWith('$') ? text.replaceAll(String.raw`\n`, '\n') : text,
  )
  const after = (flag: string): string | null => (words.includes(flag) ? words[words.indexOf(flag) + 1] : null)
  const body = after('-d') ?? after('--data-binary')
  const [name, type] = (after('-H') ?? 'Accept: */*').split(': ')
  return {
    url: words[1].replace('http://127.0.0.1:8080/', address),
    method: body === null ? 'GET' : 'POST',
    headers: { [name]: type },
    body,
  }
}
