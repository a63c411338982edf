// The fields of a type, as a reader of the reference wants them: all in one list, wherever they were declared.
import { commentBefore } from './public-names.mjs'

/**
 * The fields of a type written at a place of a file: `{ fields, rest }`. Interfaces with what they extend, `A & B`,
 * `Omit`, `Pick`, `Partial`, `Readonly` and `Required` are followed; what cannot be, such as a type parameter, is in
 * `rest` as text. Null for a type that is no object.
 */
export function fieldsOf(reader, file, type) {
  switch (type.type) {
    case 'TSTypeLiteral':
      return { fields: type.members.flatMap((member) => fieldOf(file, member)), rest: [] }
    case 'TSParenthesizedType':
      return fieldsOf(reader, file, type.typeAnnotation)
    case 'TSIntersectionType':
      return joined(type.types.map((part) => fieldsOf(reader, file, part) ?? unknown(file, part)))
    case 'TSTypeReference':
      return fieldsOfNamed(reader, file, type)
    default:
      return null
  }
}

function fieldsOfNamed(reader, file, type) {
  const name = type.typeName.name
  const given = type.typeArguments?.params ?? []
  if (['Partial', 'Required', 'Readonly', 'Omit', 'Pick'].includes(name)) {
    const of = fieldsOf(reader, file, given[0]) ?? unknown(file, given[0])
    const named = new Set(given[1] === undefined ? [] : textOf(file, given[1]).match(/(?<=')[^']+(?=')/g))
    const fields = of.fields.filter((field) =>
      name === 'Omit' ? !named.has(field.name) : name !== 'Pick' || named.has(field.name),
    )
    const optional = { Partial: true, Required: false }[name]
    return { fields: fields.map((field) => ({ ...field, optional: optional ?? field.optional })), rest: of.rest }
  }
  const found = name === undefined ? null : reader.find(file.path, name)
  return found === null ? null : fieldsOfDeclared(reader, found)
}

/** The fields of a declared interface, or of a type that stands for an object. */
export function fieldsOfDeclared(reader, { file, nodes: [{ node }] }) {
  if (node.type === 'TSTypeAliasDeclaration') return fieldsOf(reader, file, node.typeAnnotation)
  if (node.type !== 'TSInterfaceDeclaration') return null
  const above = node.extends.map((one) => {
    const reference = { type: 'TSTypeReference', typeName: one.expression, typeArguments: one.typeArguments }
    return fieldsOf(reader, file, reference) ?? unknown(file, one)
  })
  return joined([{ fields: node.body.body.flatMap((member) => fieldOf(file, member)), rest: [] }, ...above])
}

const unknown = (file, type) => ({ fields: [], rest: [textOf(file, type)] })

/** The first of two fields of a name counts. */
function joined(parts) {
  const fields = new Map()
  for (const field of parts.flatMap((part) => part.fields)) {
    if (!fields.has(field.name)) fields.set(field.name, field)
  }
  return { fields: [...fields.values()], rest: [...new Set(parts.flatMap((part) => part.rest))] }
}

function fieldOf(file, member) {
  if (member.type === 'TSIndexSignature') {
    const [key] = member.parameters
    return [fieldAt(file, member, { name: `[${textOf(file, key)}]`, type: member.typeAnnotation.typeAnnotation })]
  }
  if (member.key === undefined) return []
  const name = textOf(file, member.key)
  if (member.type !== 'TSMethodSignature') {
    return [fieldAt(file, member, { name, type: member.typeAnnotation?.typeAnnotation })]
  }
  return [{ ...fieldAt(file, member, { name, type: undefined }), type: signatureOf(file, member), method: true }]
}

function fieldAt(file, member, { name, type }) {
  const text = type === undefined ? 'unknown' : textOf(file, type)
  // With `exactOptionalPropertyTypes` an option that may also be undefined says so, which tells a reader nothing.
  const shown = member.optional ? text.replace(/ \| undefined$/, '').replace(/^\((\(.*)\)$/, '$1') : text
  const doc = commentBefore(file, member.start)
  return { name, optional: member.optional === true, type: shown, doc, place: placeOf(file, member) }
}

/** File and line of a node. */
export function placeOf(file, { start }) {
  return `src/${file.path}:${file.text.slice(0, start).split('\n').length}`
}

/** The text of a node on one line, without comments. */
export function textOf(file, { start, end }) {
  const text = file.text.slice(start, end)
  return text
    .replaceAll(/\/\*[^]*?\*\/|(?<=\s)\/\/ .*/g, '')
    .replaceAll(/(?<![{,(|&<\s])\s*\n\s*(?=(?:readonly )?\w+\??:)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([([]) | (?=[)\]])/g, '$1')
    .replaceAll(/,(?=[)\]>])/g, '')
    .replace(/^\| /, '')
}

/** `<T>(values: A, options?: B): C` of a function, a method or a constructor. */
export function signatureOf(file, callable) {
  const { typeParameters, returnType } = callable
  const generic = typeParameters ? textOf(file, typeParameters) : ''
  const list = parametersOf(file, callable).map(({ text }) => text)
  const returns = returnType ? `: ${textOf(file, returnType.typeAnnotation)}` : ''
  const line = `${generic}(${list.join(', ')})${returns}`
  return line.length <= 100 || list.length < 2
    ? line
    : `${generic}(\n${list.map((one) => `  ${one},\n`).join('')})${returns}`
}

/** The parameters of a callable, each with its text and its type. One that is taken apart at once is called like its type. */
export function parametersOf(file, { params }) {
  return params.map((given) => {
    const rest = given.type === 'RestElement'
    const bound = given.type === 'TSParameterProperty' ? given.parameter : rest ? given.argument : given
    const left = bound.type === 'AssignmentPattern' ? bound.left : bound
    const annotation = (left.typeAnnotation ?? given.typeAnnotation)?.typeAnnotation
    const optional = bound.type === 'AssignmentPattern' || left.optional
    const name = `${rest ? '...' : ''}${left.type === 'Identifier' ? left.name : nameOfType(annotation)}${optional ? '?' : ''}`
    const type = annotation ? textOf(file, annotation) : typeof bound.right?.value
    return { text: `${name}: ${type}`, type: annotation ?? null }
  })
}

/** `drift` for `Drift` or `Pick<Drift, …>`; `options` for what is no noun of its own. */
function nameOfType(type) {
  const [of] = type?.typeArguments?.params ?? []
  const name = type?.typeName?.name ?? ''
  if (/^(?:Pick|Omit|Partial|Readonly)$/.test(name)) return nameOfType(of)
  return name === '' || /(?:Options|Request|Settings)$/.test(name) ? 'options' : name[0].toLowerCase() + name.slice(1)
}
