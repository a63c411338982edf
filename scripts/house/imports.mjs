// Reads which files a file imports. Pure: text in, names out.

/**
 * Outside strings and comments, a string after `from` or `import` can only be a specifier, so no grammar is needed
 * once those are masked. `to` is the specifier, or null when it is computed.
 */
export function importsOf(from, text) {
  const { code, strings } = maskStrings(text)
  const specifier = /(?<![.\w$])(?:from\s*"(\d+)"|import\s*"(\d+)"|(?:import|require)\s*\(\s*(?:"(\d+)"\s*[,)])?)/g
  return [...code.matchAll(specifier)].map((match) => {
    const index = match[1] ?? match[2] ?? match[3]
    return { from, to: index === undefined ? null : strings[Number(index)] }
  })
}

/** Drops comments and patterns, and puts `"n"` in place of the n-th string or plain template. */
function maskStrings(text) {
  const token =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*|[`{}]|[^/'"`{}]+|[^]/gy
  // A slash after a name, a number, a closing bracket or a postfix operator divides; elsewhere it opens a pattern.
  const divides = /(?:[\w$)\]}"]!?|\+\+|--)\s*$/
  const keywordBefore = /(?<![.\w$])(?:return|typeof|case|in|of|void|delete|await|yield)\s*$/
  /** @type {string[]} */
  const strings = []
  let code = ''
  /** For each open template, how many braces are open in its current `${}`. @type {number[]} */
  const templates = []
  const keep = (value) => {
    code += `"${strings.push(value) - 1}"`
  }
  /** Reads template text from `start` up to its end or its next `${`. */
  const readTemplate = (start, opening) => {
    const part = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(`|\$\{)?/y
    part.lastIndex = start
    const [all, end] = /** @type {RegExpExecArray} */ (part.exec(text))
    if (end === '${') {
      // The marks keep `import(`${x}`)` from looking like a plain string.
      if (opening) templates.push(0)
      code += ' ${'
    } else {
      if (opening) keep(all.slice(0, -1))
      else templates.pop()
    }
    token.lastIndex = part.lastIndex
  }
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const piece = match[0]
    if (piece.startsWith('//') || piece.startsWith('/*')) code += ' '
    else if (piece === '`') readTemplate(token.lastIndex, true)
    else if (piece === '}' && templates.at(-1) === 0) readTemplate(token.lastIndex, false)
    else if (piece.length > 1 && piece.startsWith('/')) {
      // What stands right before a slash is short, and `code` grows long.
      const before = code.slice(-200)
      if (divides.test(before) && !keywordBefore.test(before)) {
        code += '/'
        token.lastIndex = match.index + 1
      } else code += ' /0/ '
    } else if (/^['"]./.test(piece)) keep(piece.slice(1, -1))
    else {
      if (templates.length > 0 && piece === '{') templates[templates.length - 1]++
      if (templates.length > 0 && piece === '}') templates[templates.length - 1]--
      code += piece
    }
  }
  return { code, strings }
}
