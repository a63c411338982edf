// The search of the site. The index is a script that is loaded with the first letter: a page that was opened from a folder may not
// fetch files, but it may load scripts.
{
  const root = document.currentScript.dataset.root
  const input = document.querySelector('input[type=search]')
  const found = document.querySelector('#found')
  /** @type {Promise<void> | undefined} */
  let loading

  const load = () =>
    (loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = `${root}assets/search-index.js`
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', reject)
      document.head.append(script)
    }))

  /** Smaller is better: the name itself, its beginning, a part of it, the text below it; Infinity where a word is missing. */
  const rank = ({ heading, page, text }, words, whole) => {
    const name = heading.toLowerCase()
    const all = `${name} ${page.toLowerCase()} ${text.toLowerCase()}`
    if (!words.every((word) => all.includes(word))) return Infinity
    if (name === whole) return heading === input.value.trim() ? 0 : 1
    if (name.startsWith(whole)) return 2
    if (words.every((word) => name.includes(word))) return 3
    return words.some((word) => name.includes(word)) ? 4 : 5
  }

  const show = async () => {
    const whole = input.value.trim().toLowerCase()
    if (whole === '') {
      found.hidden = true
      return
    }
    await load()
    const words = whole.split(/\s+/)
    const hits = globalThis.KERF_INDEX.map((entry) => ({ entry, at: rank(entry, words, whole) }))
      .filter(({ at }) => at < Infinity)
      .sort((a, b) => a.at - b.at || a.entry.heading.length - b.entry.heading.length)
      .slice(0, 30)
    found.replaceChildren(...(hits.length === 0 ? ['Nothing found.'] : hits.map(({ entry }) => line(entry))))
    found.hidden = false
  }

  const line = ({ heading, page, text, address }) => {
    const link = document.createElement('a')
    link.href = root + address
    const below = document.createElement('small')
    below.textContent = `${page}: ${text.slice(0, 110)}`
    link.append(heading, below)
    return link
  }

  input.addEventListener('input', show)
  found.addEventListener('click', () => (found.hidden = true))
  input.form.addEventListener('submit', (event) => {
    event.preventDefault()
    found.querySelector('a')?.click()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault()
      input.focus()
    }
  })
}
