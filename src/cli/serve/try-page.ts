/** The page at `/`: what the file asks for and answers, and a box to try it. It holds nothing of the file itself. */
export const TRY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>kerf serve</title>
<link rel="stylesheet" href="page.css">
<h1>kerf serve</h1>
<p id="about">Loading …</p>
<form id="key" hidden>
  <label>Token <input id="token" type="password" autocomplete="off"></label> <button>Use it</button>
</form>
<main id="main" hidden>
  <h2>Try it</h2>
  <form id="try">
    <label for="body">Body of a request to <code>POST /score</code></label>
    <textarea id="body" rows="12" spellcheck="false"></textarea>
    <button>Score</button>
  </form>
  <pre id="answer" aria-live="polite"></pre>
  <h2>Columns of a row</h2>
  <table><thead><tr><th>column</th><th>value</th></tr></thead><tbody id="columns"></tbody></table>
  <h2>What is answered</h2>
  <table><thead><tr><th>name</th><th>value</th></tr></thead><tbody id="outputs"></tbody></table>
  <h2>Addresses</h2>
  <table><thead><tr><th>address</th><th>what is there</th></tr></thead><tbody id="paths"></tbody></table>
</main>
<script src="page.js"></script>
</html>
`

export const TRY_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
textarea { box-sizing: border-box; width: 100%; font: 14px/1.4 ui-monospace, monospace }
label { display: block; margin-bottom: .3rem }
form#key label { display: inline }
pre { overflow: auto; padding: .5rem; border: 1px solid #8888; min-height: 1.4em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2rem .5rem .2rem 0; border-bottom: 1px solid #8884 }
td { overflow-wrap: anywhere }
`

export const TRY_SCRIPT = `'use strict'
const at = (id) => document.getElementById(id)
let token = ''
const headers = () => (token === '' ? {} : { Authorization: 'Bearer ' + token })

function fill(id, pairs) {
  const rows = pairs.map((pair) => {
    const row = document.createElement('tr')
    for (const text of pair) row.appendChild(document.createElement('td')).textContent = text
    return row
  })
  at(id).replaceChildren(...rows)
}

async function load() {
  const answer = await fetch('openapi.json', { headers: headers() })
  at('key').hidden = answer.status !== 401
  at('main').hidden = !answer.ok
  if (!answer.ok) {
    at('about').textContent = answer.status === 401 ? 'A token is needed.' : (await answer.json()).error
    return
  }
  const { info, paths, components } = await answer.json()
  const { Row, Answer } = components.schemas
  at('about').textContent = info.description
  const { example } = paths['/score'].post.requestBody.content['application/json']
  if (at('body').value === '') at('body').value = JSON.stringify(example, null, 2)
  fill('columns', Object.entries(Row.properties).map(([name, { description }]) => [name, description]))
  fill('outputs', Object.entries(Answer.properties).map(([name, of]) => [name, of.enum ? of.enum.join(' · ') : of.type]))
  fill('paths', Object.entries(paths).map(([path, { get, post }]) => [(get ? 'GET ' : 'POST ') + path, (get || post).summary]))
}

at('key').addEventListener('submit', (event) => {
  event.preventDefault()
  token = at('token').value
  load()
})
at('try').addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = at('body').value
  const answer = await fetch('score', { method: 'POST', headers: { ...headers(), 'Content-Type': 'application/json' }, body })
  const text = await answer.text()
  try {
    at('answer').textContent = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    at('answer').textContent = text
  }
})
load()
`
