/** `npm run bench -- NAME`: measures speed. Each bench is a file of this folder with a `run` function. */
const benches = {
  quick: './quick.mjs',
  peers: './peers.mjs',
  growth: './growth.mjs',
  rows: './rows.mjs',
  memory: './memory.mjs',
  trees: './trees.mjs',
  logistic: './logistic.mjs',
  training: './training.mjs',
  encodings: './encodings.mjs',
  stream: './stream.mjs',
  drift: './drift.mjs',
  advisor: './advisor.mjs',
  repair: './repair.mjs',
  trace: './trace.mjs',
  engines: './engines.mjs',
  serve: './serve.mjs',
  python: './python.mjs',
}

const [name, ...rest] = process.argv.slice(2)
if (!Object.hasOwn(benches, name ?? '')) {
  console.error(`bench: expected one of ${Object.keys(benches).join(', ')}, got ${name ?? 'nothing'}`)
  process.exitCode = 2
} else {
  const { run } = await import(benches[name])
  process.exitCode = await run(rest)
}
