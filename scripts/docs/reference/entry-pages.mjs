// The pages of docs/reference: one for each entry, one heading for each name, and a list of all names. Pure: sources in, texts out.
import { placesIn } from './at-work.mjs'
import { commentBefore, compareNames, publicNames, readerOf } from './public-names.mjs'
import { fieldsOf, fieldsOfDeclared, parametersOf, placeOf, signatureOf, textOf } from './fields.mjs'

const MADE = '<!-- made by npm run docs from the comments in src -->'

/** Path → text of every page. `sources` is path inside src → text; `shown` is path → text of what shows code at work. */
export function referencePages(sources, shown) {
  const described = describeNames(sources, shown)
  const homes = new Map()
  for (const { page, names } of described) {
    const anchors = anchorsOf(names.map(({ name }) => name))
    names.forEach(({ name }, i) => homes.set(name, [...(homes.get(name) ?? []), { page, anchor: anchors[i] }]))
  }
  const pages = described.map((entry) => [`docs/reference/${entry.page}`, entryPage(entry, homes)])
  return Object.fromEntries([['docs/reference/README.md', listPage(described)], ...pages])
}

/**
 * Entry by entry, the names that are declared nowhere before, each with its comment, signature, fields and the places where
 * it is at work; names that an earlier entry has too are in `shared`.
 */
export function describeNames(sources, shown) {
  const reader = readerOf(sources)
  const entries = publicNames(reader)
  const seen = new Map()
  const key = ({ name, file, declaredAs }) => `${name} ${file.path} ${declaredAs}`
  const placesOf = placesIn(shown)
  const atWork = (found) => {
    const from = entries.filter(({ names }) => names.some((one) => key(one) === key(found)))
    const first = entries.find(({ names }) => names.some(({ name }) => name === found.name))
    const plain = from.includes(first)
    return placesOf({ name: found.name, from: from.map(({ specifier }) => specifier), plain })
  }
  return entries.map(({ entry, specifier, about, names }) => {
    const page = entry === 'index' ? 'kerf.md' : `${entry}.md`
    const own = names.filter((name) => !seen.has(key(name)))
    const shared = names
      .filter((name) => seen.has(key(name)))
      .map((name) => ({ name: name.name, page: seen.get(key(name)) }))
    for (const name of own) seen.set(key(name), page)
    return { entry, specifier, about, page, shared, names: own.map((name) => describe(reader, name, atWork)) }
  })
}

function describe(reader, found, atWork) {
  const { file, name, declaredAs, nodes } = found
  const overloads = nodes.filter(({ node }) => node.type === 'TSDeclareFunction')
  const shown = overloads.length > 0 ? overloads : nodes.slice(0, 1)
  const comment = nodes.map(({ statement }) => commentBefore(file, statement.start)).find((one) => one !== null) ?? null
  const { doc, params } = withoutParams(comment)
  const isType = /^TS(?:Interface|TypeAlias)/.test(shown[0].node.type)
  const callables = shown.map(({ node }) => callableOf(node)).filter((one) => one !== null)
  return {
    name,
    alias: declaredAs === name ? null : declaredAs,
    path: file.path,
    doc,
    params,
    hasExample: /^ {4}\S/m.test(doc ?? ''),
    atWork: isType ? [] : atWork(found),
    isType,
    signatures: shown.map(({ node }) => declarationText(file, name, node)),
    object: fieldsOfDeclared(reader, { file, nodes: shown }),
    members: shown[0].node.type === 'ClassDeclaration' ? membersOf(file, shown[0].node) : [],
    inline: callables.flatMap((callable) =>
      parametersOf(file, callable)
        .filter(({ type }) => type?.type === 'TSTypeLiteral' || type?.type === 'TSIntersectionType')
        .map(({ type }) => fieldsOf(reader, file, type)),
    ),
  }
}

/** A comment without its `@param name what it is` lines, and those lines. */
function withoutParams(comment) {
  if (comment === null) return { doc: null, params: [] }
  const [doc, ...lines] = comment.split(/^@param /m)
  const params = lines.map((line) => {
    const [, name, says] = /^(\w+) ([^]+)$/.exec(line.trim())
    return { name, says: says.replaceAll(/\s+/g, ' ') }
  })
  return { doc: doc.trim(), params }
}

/** The function that a declaration makes, if it makes one. */
function callableOf(node) {
  if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction') return node
  return node.type === 'VariableDeclarator' && node.init?.type === 'ArrowFunctionExpression' && !node.id.typeAnnotation
    ? node.init
    : null
}

function declarationText(file, name, node) {
  const generic = node.typeParameters ? textOf(file, node.typeParameters) : ''
  const callable = callableOf(node)
  if (callable !== null) return `function ${name}${signatureOf(file, callable)}`
  switch (node.type) {
    case 'TSInterfaceDeclaration': {
      const above = node.extends.map((one) => textOf(file, one)).join(', ')
      return `interface ${name}${generic}${above && ` extends ${above}`}`
    }
    case 'TSTypeAliasDeclaration': {
      const { type, types } = node.typeAnnotation
      // Fields are listed below.
      const short = (part) => (part.type === 'TSTypeLiteral' ? '{ … }' : textOf(file, part))
      const text = type === 'TSIntersectionType' ? types.map(short).join(' & ') : textOf(file, node.typeAnnotation)
      return type === 'TSTypeLiteral' ? `type ${name}${generic}` : `type ${name}${generic} = ${text}`
    }
    case 'ClassDeclaration':
      return `class ${name}${generic}${node.superClass ? ` extends ${textOf(file, node.superClass)}` : ''}`
    default: {
      const type = node.id.typeAnnotation
      if (type) return `const ${name}: ${textOf(file, type.typeAnnotation)}`
      return `const ${name}${node.init?.type === 'Literal' ? `: ${typeof node.init.value}` : ''}`
    }
  }
}

/** What a class lets others use. */
function membersOf(file, node) {
  return node.body.body
    .filter(({ accessibility, key }) => accessibility !== 'private' && key?.type !== 'PrivateIdentifier')
    .filter(({ type, kind }) =>
      type === 'MethodDefinition' || type === 'TSAbstractMethodDefinition'
        ? kind !== 'set'
        : type === 'PropertyDefinition',
    )
    .map((member) => {
      const prefix = member.static ? 'static ' : ''
      const about = { doc: commentBefore(file, member.start), place: placeOf(file, member) }
      const name = textOf(file, member.key)
      if (member.kind === 'constructor')
        return { name, ...about, text: `new ${node.id.name}${signatureOf(file, member.value)}` }
      if (member.kind === 'get') {
        return { name, ...about, text: `${prefix}${name}: ${textOf(file, member.value.returnType.typeAnnotation)}` }
      }
      if (member.value?.params) return { name, ...about, text: `${prefix}${name}${signatureOf(file, member.value)}` }
      const type = member.typeAnnotation ? `: ${textOf(file, member.typeAnnotation.typeAnnotation)}` : ''
      return { name, ...about, text: `${prefix}${name}${member.optional ? '?' : ''}${type}` }
    })
}

/** Anchors as GitHub makes them: a heading that differs from an earlier one by case alone gets a number. */
function anchorsOf(names) {
  const seen = new Map()
  return names.map((name) => {
    const low = name.toLowerCase()
    const before = seen.get(low) ?? 0
    seen.set(low, before + 1)
    return before === 0 ? low : `${low}-${before}`
  })
}

function entryPage({ specifier, about, page, shared, names }, homes) {
  const parts = names.map((name) => nameSection(name, page, homes))
  const link = ({ name, page: at }) => linkTo(name, at, homes).replace('](#', `](${at}#`)
  const whole = shared.length > 100
  const also = whole
    ? `All names of [\`kerf\`](kerf.md) are here too.`
    : `Also here, as in other entries: ${shared.map(link).join(', ')}.`
  return `${MADE}

# Reference: \`${specifier}\`

${about === null ? '' : sentence(about.replace(/^`[^`]+`: /, ''))}
${shared.length === 0 ? '' : `\n${also}\n`}
${parts.join('\n')}`
}

function nameSection(described, page, homes) {
  const { name, alias, doc, params, signatures, object, members, inline, atWork } = described
  const fields = [...(object === null ? [] : [object]), ...inline]
  const lines = [
    ...params.map((param) => `- \`${param.name}\`: ${param.says}`),
    ...fields.flatMap(({ fields: list }) => list.map(fieldLine)),
    ...members.map(({ text, doc: says }) => itemLine(text, says)),
  ]
  const rest = [...new Set(fields.flatMap((one) => one.rest))]
  const shown = [...signatures, ...lines].join('\n')
  const about = homes.has(alias) ? `Another name of ${linkTo(alias, page, homes)}. ` : ''
  const parts = [
    `## ${name}`,
    about + textAndExamples(doc ?? ''),
    `\`\`\`typescript\n${signatures.join('\n')}\n\`\`\``,
    lines.join('\n'),
    object !== null && rest.length > 0 ? `And what is in ${rest.map((one) => `\`${one}\``).join(', ')}.` : '',
    atWork.length > 0 ? `At work in ${atWork.join(', ')}.` : '',
    [methodPage(name, signatures), seeAlso(shown, { name, alias, page }, homes)].join(' ').trim(),
  ]
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`
}

function fieldLine({ name, optional, type, doc, method }) {
  return itemLine(`${name}${optional ? '?' : ''}${method ? '' : ': '}${type}`, doc)
}

function itemLine(text, doc) {
  const says = doc === null ? '' : `: ${doc.replaceAll(/\s+/g, ' ')}`
  const line = text
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/,\s+\)/g, ')')
    .replaceAll(/\s+/g, ' ')
  return `- \`${line}\`${says}`
}

/** Comments show code by four spaces; here it is marked as code that is run. */
function textAndExamples(doc) {
  return doc
    .replaceAll(
      /(?:^ {4}.*\n?(?:\n(?= {4}))*)+/gm,
      (code) => `\`\`\`ts\n${code.trimEnd().replaceAll(/^ {4}/gm, '')}\n\`\`\`\n`,
    )
    .trim()
}

function seeAlso(shown, { name, alias, page }, homes) {
  const words = new Set(shown.replaceAll(/'[^']*'/g, '').match(/\b[A-Z]\w+\b/g))
  const found = [...words].filter((word) => homes.has(word) && word !== name && word !== alias).toSorted(compareNames)
  if (found.length === 0) return ''
  return `See ${found.map((word) => linkTo(word, page, homes)).join(', ')}.`
}

/** A method has a page of its own beside the reference. */
function methodPage(name, [signature]) {
  if (!/^const \w+: Discretizer</.test(signature)) return ''
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `[What it does, with a picture and its options](../methods/${file}.md).`
}

/** Two entries may call different things alike; then that of the page itself is meant. */
function linkTo(name, from, homes) {
  const all = homes.get(name)
  const { page, anchor } = all.find((home) => home.page === from) ?? all[0]
  return `[\`${name}\`](${page === from ? '' : page}#${anchor})`
}

const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1)

function listPage(described) {
  const parts = described.map(({ specifier, page, names }) => {
    const anchors = anchorsOf(names.map(({ name }) => name))
    const links = names.map(({ name }, i) => `[\`${name}\`](${page}#${anchors[i]})`)
    return `## ${specifier}\n\n${links.join(' · ')}\n`
  })
  return `${MADE}

# Reference

Every public name of every entry, with its signature, its fields and what they mean, and for all that runs an example. Examples take some rows for granted: \`ages\` of 300 people and whether they \`bought\`, the table \`people\` of both with a \`region\`, the same people \`later\`, a \`summary\`, \`binning\` and \`tree\` of them, rows \`read\` from a file, \`saved\` summaries, and a \`folder\` to write to. The [library guide](../library.md) shows more at work; [what is stable](../stability.md) says what you can build on.

${parts.join('\n')}`
}
