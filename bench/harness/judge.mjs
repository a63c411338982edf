/** What tasks say about their figures. */

/**
 * @typedef {object} Aim
 * @property {string} aim in words
 * @property {number} limit
 * @property {'least' | 'most'} sense whether the figure should be at least or at most the limit
 * @property {number | null} figure null where something it needs is not there
 *
 * @typedef {{ what: string, right: boolean, told: string }} Check
 */

/** @returns {Aim} */
export const atLeast = (aim, limit, figure) => ({ aim, limit, sense: 'least', figure: known(figure) })

/** @returns {Aim} */
export const atMost = (aim, limit, figure) => ({ aim, limit, sense: 'most', figure: known(figure) })

const known = (figure) => (Number.isFinite(figure) ? figure : null)

/** @param {Aim} aim */
export function isMet({ limit, sense, figure }) {
  if (figure === null) return null
  return sense === 'least' ? figure >= limit : figure <= limit
}

/** The row of a tool in a task; times of one that is not there or broke are not numbers. */
export function rowOf(rows, tool, label, set) {
  const row = rows.find((own) => own.tool === tool && own.label === label && (set === undefined || own.set === set))
  return row === undefined || row.failed !== undefined
    ? { cpu: NaN, wall: NaN, peak: NaN, ratio: NaN, answer: {} }
    : row
}

/** How many times as long one row takes as another, by CPU time. */
export const times = (slow, fast) => slow.cpu / fast.cpu

/**
 * Whether lists of cuts are the same, column by column; nothing where one of them is not there.
 * @returns {Check[]}
 */
export function sameCuts(what, ours, theirs, tolerance = 0) {
  if (ours === undefined || theirs === undefined) return []
  const differ = ours.flatMap((list, c) => (alike(list, theirs[c], tolerance) ? [] : [c]))
  const told =
    differ.length === 0
      ? `all ${ours.length} columns alike`
      : `${differ.length} of ${ours.length} columns differ, the first is ${differ[0]}`
  return [{ what, right: differ.length === 0, told }]
}

function alike(a, b, tolerance) {
  return a.length === b.length && a.every((cut, i) => cut === b[i] || Math.abs(cut - b[i]) <= tolerance * Math.abs(cut))
}

/**
 * Whether figures of ours are nowhere worse than theirs, column by column; `more` says that more is better.
 * @returns {Check[]}
 */
export function neverWorse(what, ours, theirs, more) {
  if (ours === undefined || theirs === undefined) return []
  const worse = ours.flatMap((own, c) => {
    const room = 1e-9 * Math.abs(theirs[c])
    return (more ? own >= theirs[c] - room : own <= theirs[c] + room) ? [] : [c]
  })
  const [c] = worse
  const told =
    worse.length === 0
      ? `on all ${ours.length} columns`
      : `worse on ${worse.length} of ${ours.length}, such as ${c}: ${ours[c].toPrecision(6)} to ${theirs[c].toPrecision(6)}`
  return [{ what, right: worse.length === 0, told }]
}
