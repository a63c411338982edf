// Which names the entries make public, where each is declared, and what its comment says. Reads src alone: with
// `isolatedDeclarations` every type that a declaration shows is written there, so nothing has to be inferred.
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ENTRIES, specifierOf } from '../../package/entries.mjs'

/** A reader of sources, path inside src → text, which parses each file once. */
export function readerOf(sources) {
  const files = new Map()
  const fileOf = (path) => {
    if (!files.has(path)) files.set(path, parseFile(path, sources.get(path)))
    return files.get(path)
  }
  return { fileOf, find: (path, name) => find(fileOf, path, name) }
}

/** Entry → its public names in alphabetical order, each with the declarations behind it. */
export function publicNames(reader) {
  return Object.entries(ENTRIES).map(([entry, path]) => ({
    entry,
    specifier: specifierOf(entry),
    about: reader.fileOf(path).about,
    names: exportsOf(reader, path)
      .map((name) => ({ name, ...reader.find(path, name) }))
      .toSorted((a, b) => compareNames(a.name, b.name)),
  }))
}

/** Upper and lower case side by side, the same everywhere. */
export function compareNames(a, b) {
  const [lowA, lowB] = [a.toLowerCase(), b.toLowerCase()]
  return lowA < lowB ? -1 : lowA > lowB ? 1 : a < b ? -1 : 1
}

/** The names that a file exports, those of `export *` too. */
function exportsOf(reader, path) {
  const { exported, stars } = reader.fileOf(path)
  return [...new Set([...exported.keys(), ...stars.flatMap((star) => exportsOf(reader, star))])]
}

/** The file and the nodes that declare a name which a file declares, imports or hands on; null for a stranger. */
function find(fileOf, path, name) {
  const file = fileOf(path)
  const handed = file.exported.get(name) ?? file.imported.get(name)
  if (handed?.from !== undefined) return find(fileOf, handed.from, handed.name)
  const nodes = file.declared.get(handed?.name ?? name)
  if (nodes !== undefined) return { file, declaredAs: handed?.name ?? name, nodes }
  for (const star of file.stars) {
    const found = find(fileOf, star, name)
    if (found !== null) return found
  }
  return null
}

function parseFile(path, text) {
  if (text === undefined) throw new Error(`reference: src/${path} is not there`)
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`reference: src/${path}: ${errors[0].message}`)
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const file = {
    path,
    text,
    docs,
    about: null,
    declared: new Map(),
    imported: new Map(),
    exported: new Map(),
    stars: [],
  }
  if (docs.length > 0 && text.slice(0, docs[0].start).trim() === '') file.about = plainComment(docs[0].value)
  for (const node of program.body) readStatement(file, node)
  return file
}

function readStatement(file, node) {
  const from = node.source?.value.startsWith('.') ? posix.join(posix.dirname(file.path), node.source.value) : undefined
  if (node.type === 'ImportDeclaration' && from !== undefined) {
    for (const { local, imported } of node.specifiers) file.imported.set(local.name, { from, name: imported?.name })
  } else if (node.type === 'ExportAllDeclaration') file.stars.push(from)
  else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
    for (const { local, exported } of node.specifiers) file.exported.set(exported.name, { from, name: local.name })
  } else declare(file, node.declaration ?? node, node)
}

/** A function may be declared several times, once for each way to call it. */
function declare(file, node, statement) {
  const declarators = node.type === 'VariableDeclaration' ? node.declarations : [node]
  for (const { id } of declarators) {
    if (id?.type !== 'Identifier') continue
    const of = declarators === node.declarations ? declarators.find((one) => one.id === id) : node
    file.declared.set(id.name, [...(file.declared.get(id.name) ?? []), { node: of, statement }])
    if (statement !== node) file.exported.set(id.name, { name: id.name })
  }
}

/** What the comment right before a place says; null where there is none. */
export function commentBefore(file, start) {
  const doc = file.docs.findLast(({ end }) => end <= start)
  if (
    doc === undefined ||
    file.text
      .slice(doc.end, start)
      .replaceAll(/\/\/.*/g, '')
      .trim() !== ''
  )
    return null
  return plainComment(doc.value)
}

function plainComment(value) {
  return value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}
