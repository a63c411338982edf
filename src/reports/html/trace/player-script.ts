/**
 * The script of the page, as it stands there: shows one scene at a time. It knows nothing of the data, makes no element
 * and writes text only where the page has some already, so that no name in the data can do harm. Without it all scenes
 * are shown one below the other.
 *
 * Plain text and not a function, so that every build writes the same bytes, whose hash the policy of the page names.
 */
export const PLAYER_SCRIPT = `
'use strict'
const find = (selector) => document.querySelector(selector)
const scenes = [...document.querySelectorAll('.scene')]
const slider = find('#at')
const play = find('#go')
const speed = find('#speed')
let now = 0
let timer = 0

function show(index, silent) {
  now = Math.max(0, Math.min(scenes.length - 1, index))
  scenes.forEach((scene, i) => { scene.hidden = i !== now })
  const words = [scenes[now].querySelector('h2'), ...scenes[now].querySelectorAll('.say')].map((one) => one.textContent)
  slider.value = String(now)
  slider.setAttribute('aria-valuetext', 'step ' + (now + 1) + ' of ' + scenes.length + ': ' + words[0])
  find('#count').textContent = 'Step ' + (now + 1) + ' of ' + scenes.length
  find('#first').disabled = find('#back').disabled = now === 0
  find('#next').disabled = find('#last').disabled = now === scenes.length - 1
  if (!silent) {
    find('#said').textContent = words.join('. ')
    history.replaceState(null, '', '#' + scenes[now].id)
  }
}

function stop() {
  clearInterval(timer)
  timer = 0
  play.textContent = 'Play'
}

function toggle() {
  if (timer !== 0) return stop()
  if (now === scenes.length - 1) show(0)
  play.textContent = 'Pause'
  timer = setInterval(() => {
    show(now + 1)
    if (now === scenes.length - 1) stop()
  }, Number(speed.value))
}

function go(index) {
  stop()
  show(index)
}

/** The step that the address names. */
function named() {
  return scenes.findIndex((scene) => '#' + scene.id === location.hash)
}

const KEYS = {
  ArrowLeft: () => go(now - 1),
  ArrowRight: () => go(now + 1),
  Home: () => go(0),
  End: () => go(scenes.length - 1),
  ' ': toggle,
}

document.addEventListener('keydown', (event) => {
  const used = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || KEYS[event.key] === undefined
  // Buttons, lists and tables that scroll have their own use for some keys.
  const own = event.key === ' ' ? 'button, select, summary, a' : 'select, .scroll'
  if (used || event.target.closest(own) !== null) return
  event.preventDefault()
  KEYS[event.key]()
})
find('#first').addEventListener('click', KEYS.Home)
find('#back').addEventListener('click', KEYS.ArrowLeft)
find('#next').addEventListener('click', KEYS.ArrowRight)
find('#last').addEventListener('click', KEYS.End)
play.addEventListener('click', toggle)
slider.addEventListener('input', () => go(Number(slider.value)))
speed.addEventListener('change', () => { if (timer !== 0) { stop(); toggle() } })
addEventListener('hashchange', () => { if (named() >= 0) { go(named()); scrollTo(0, 0) } })

find('.play').hidden = false
document.body.classList.add('player')
show(Math.max(0, named()), true)
`

/** SHA-256 of the script, as a policy names it; test/reports/trace-page.test.ts says what it must be after a change. */
export const PLAYER_HASH = 'sha256-voGFsW1yvun8SR+5WdPmFdLNrFBifCkPoCExmHSobpg='
