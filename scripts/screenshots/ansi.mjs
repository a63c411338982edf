// Reads text with ANSI colours into cells, as a terminal would place them.

const ESCAPE = String.fromCharCode(27)
const PIECES = new RegExp(`${ESCAPE}\\[([0-9;]*)m|[^${ESCAPE}]`, 'gu')
const PLAIN = { front: null, back: null, bold: false, dim: false }

/**
 * Text with colours as lines of cells: a character, its colours (null: the terminal's own) and whether it is bold or dim.
 *
 * @param {string} text
 */
export function readAnsi(text) {
  let look = PLAIN
  return text.split('\n').map((line) => {
    const cells = []
    for (const [piece, codes] of line.matchAll(PIECES)) {
      if (codes === undefined) cells.push({ char: piece, ...look })
      else look = nextLook(look, codes.split(';').map(Number))
    }
    return cells
  })
}

/**
 * Knows what the reports use: reset, bold, dim, and colours by number.
 *
 * @param {number[]} codes
 */
function nextLook(look, codes) {
  const [code, ...rest] = codes
  if (code === undefined) return look
  if (code === 0) return nextLook(PLAIN, rest)
  if (code === 1) return nextLook({ ...look, bold: true }, rest)
  if (code === 2) return nextLook({ ...look, dim: true }, rest)
  if (code === 38) return nextLook({ ...look, front: colorOf(rest[1]) }, rest.slice(2))
  if (code === 48) return nextLook({ ...look, back: colorOf(rest[1]) }, rest.slice(2))
  throw new Error(`unknown ANSI code ${code}`)
}

/** The colour with a number from 16 to 255: a cube of 6 × 6 × 6, then 24 greys. */
function colorOf(number) {
  const step = (n) => [0, 95, 135, 175, 215, 255][n % 6]
  const cube = number - 16
  const rgb =
    number >= 232
      ? [0, 0, 0].fill(8 + (number - 232) * 10)
      : [step(Math.floor(cube / 36)), step(Math.floor(cube / 6)), step(cube)]
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
