// Lets unused constants fall out of a user's bundle. A file of its own is left out as a whole when nothing of it is used;
// in a part that holds many, a bundler keeps every constant whose value it would have to compute.

/** Parts of an expression that every bundler knows to do nothing but make a value. */
const PLAIN = new Set(['Literal', 'Identifier', 'ArrayExpression', 'ObjectExpression', 'Property', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassExpression']) // prettier-ignore

/** A plugin of rolldown: wraps what constants of a part are computed from into calls that may be dropped. */
export const dropUnused = {
  name: 'drop-unused',
  renderChunk(code) {
    let out = ''
    let done = 0
    for (const { start, end } of computed(this.parse(code).body)) {
      // A computed value that begins with a brace would be taken for the body of the function.
      out += `${code.slice(done, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()`
      done = end
    }
    return done === 0 ? null : { code: out + code.slice(done), map: null }
  },
}

function computed(body) {
  return body
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .filter(({ id, init }) => id.type === 'Identifier' && init !== null && !isPlain(init))
    .map(({ init }) => init)
}

function isPlain(node) {
  if (node.type === 'UnaryExpression') return node.argument.type === 'Literal'
  if (!PLAIN.has(node.type)) return false
  if (/Function|Class/.test(node.type)) return true
  if (node.type === 'Property') return !node.computed && isPlain(node.value)
  return (node.elements ?? node.properties ?? []).every((inner) => inner === null || isPlain(inner))
}
