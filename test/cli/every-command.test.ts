import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ioOf } from '../../src/cli/io.ts'
import { COMMANDS, runCommandLine } from '../../src/cli/program.ts'
import { VERSION } from '../../src/util/version.ts'
import { folder, type Ran } from './run.ts'

const sample = (name: string): string => fileURLToPath(new URL(`../../samples/${name}`, import.meta.url))
const IRIS = sample('iris.csv')
const PENGUINS = sample('penguins.csv')
const [HEAD, FIRST] = readFileSync(IRIS, 'utf8').split('\n')
const made = folder()
const at = (name: string): string => join(made, name)

/** Runs a whole command line in this process. */
async function run(...args: string[]): Promise<Ran> {
  let [out, err] = ['', '']
  const io = ioOf({
    color: false,
    width: 100,
    progress: false,
    writeOut: (text) => void (out += text),
    writeErr: (text) => void (err += text),
  })
  const code = await runCommandLine(args, io)
  return { code, out, err }
}

interface Case {
  /** what is typed after the name of the command */
  readonly args: readonly string[]
  /** the essential part of what is printed */
  readonly out: string | RegExp
  /** all of what goes to standard error; default nothing */
  readonly err?: string
  /** a file it made, and the essential part of it */
  readonly wrote?: readonly [name: string, content: string | RegExp]
  /** a wrong use: what is typed, and the whole message; the exit code is 2 unless told otherwise */
  readonly wrong: { readonly args: readonly string[]; readonly err: string; readonly code?: number }
}

/** Files of this test, made by the commands themselves. */
beforeAll(async () => {
  for (const line of [
    ['fit', IRIS, '-t', 'species', '-o', at('bins.json')],
    ['edit', at('bins.json'), '--column', 'petal_length', '--move', '4.75', '--to', '5', '-o', at('moved.json')],
    ['tree', IRIS, '-t', 'species', '--by', 'mdlp', '-o', at('tree.json')],
    ['summarize', IRIS, '-t', 'species', '-o', at('iris.kerf')],
  ])
    await run(...line)
})

/** One case for each command of the program. */
const CASES: Readonly<Record<string, Case>> = {
  fit: {
    args: [IRIS, '-t', 'species', '-c', 'petal_length', '-o', at('fitted.json')],
    out: 'iris.csv: 150 rows, 1 column, binned to tell the 3 classes of species apart\n\n  column        bins    explains  cuts\n  petal_length  3 bins  86 %      2.45, 4.75\n',
    err: `saved as ${at('fitted.json')}\n`,
    wrote: ['fitted.json', /"cuts": \[\s*2\.45,\s*4\.75\s*\]/],
    wrong: { args: [IRIS, '-t', 'spices'], err: 'kerf: unknown column "spices", did you mean species?\n', code: 1 },
  },
  explain: {
    args: [IRIS, '-t', 'species', '--goal', 'setosa', '--top', '1'],
    out: /^iris\.csv: what goes with setosa\? 50 of 150 rows \(33 %\)\n\n[^]*1 {2}petal_length below 2\.45: 100 % setosa against 33 % overall/,
    wrong: { args: [IRIS], err: 'kerf: explain takes one of --target, --groups and --clusters, got none of them\n' },
  },
  rank: {
    args: [IRIS, '-t', 'species', '--as', 'csv'],
    out: /^rank,column,kind,method,.*\n1,petal_width,number,mdlp,3,.*\n2,petal_length,.*\n3,sepal_length,.*\n4,sepal_width,.*\n$/,
    wrong: {
      args: [IRIS],
      err: "kerf: required option '-t, --target <column>' not specified\n(kerf rank --help lists its flags)\n",
    },
  },
  compare: {
    args: [IRIS, '-t', 'species', '--methods', 'mdlp,equal-width'],
    out: /^iris\.csv: 150 rows, 4 number columns, 2 methods, 5 folds; .*\n\n.*\nequal-width +40 +10\.0 +0\.9807 +0\.8726 +best .*\nmdlp +12 +3\.0 +0\.9432 +0\.8045 +≈ +0\.0681 \(-?0\.\d+ to 0\.\d+\)/,
    wrong: {
      args: [IRIS, '-t', 'species', '--methods', 'mdlpp'],
      err: 'kerf: unknown method "mdlpp", did you mean mdlp?\n',
    },
  },
  trace: {
    args: [IRIS, '--column', 'petal_length', '-t', 'species'],
    out: /^petal_length {2}mdlp · 150 rows with 43 distinct values\n1\. Look at 1 to 6\.9 \(50 setosa, 50 versicolor, 50 virginica\), H 1\.585\.\n[^]*\n2\. Cut 1 to 6\.9 at 2\.45: its best candidate is good enough\.\n/,
    wrong: {
      args: [IRIS, '-t', 'species'],
      err: "kerf: required option '--column <name>' not specified\n(kerf trace --help lists its flags)\n",
    },
  },
  tree: {
    args: [IRIS, '-t', 'species', '--max-depth', '1'],
    out: /3 nodes, 2\sleaves\n[^]*├─ < 2\.45 → setosa +33 +100 %[^]*└─ ≥ 2\.45 → versicolor +67 +51 %[^]* test +20 +0\.6500/,
    wrong: {
      args: [IRIS, '-t', 'species', '--prune', 'hard'],
      err: 'kerf: --prune takes none, depth, error, one-se, reduced, paper or paper-strict, got "hard"\n',
    },
  },
  predict: {
    args: [at('tree.json'), IRIS, '-o', at('predicted.csv')],
    out: /setosa +50 +1\.0000 +1\.0000/,
    err: `150 rows written to ${at('predicted.csv')}\n`,
    wrote: ['predicted.csv', `${HEAD},species_predicted\n${FIRST},setosa\n`],
    wrong: {
      args: [at('bins.json'), IRIS],
      err: `kerf: ${at('bins.json')} holds "kerf-binning", expected a tree or a model as kerf tree -o or kerf train -o saves it\n`,
      code: 1,
    },
  },
  apply: {
    args: [at('bins.json'), IRIS, '--encode', 'index', '-o', at('binned.csv')],
    out: /^$/,
    err: `150 rows written to ${at('binned.csv')}\n`,
    wrote: ['binned.csv', `${HEAD}\n0,2,0,0,setosa\n`],
    wrong: {
      args: [at('bins.json'), IRIS, '--encode', 'labl'],
      err: 'kerf: --encode: unknown form "labl", did you mean label?\n',
    },
  },
  show: {
    args: [at('bins.json'), '--as', 'csv', '-c', 'petal_length'],
    out: 'petal_length,number,"[2.45, 4.75)",2.45,4.75,45,45,0.3,0,44,1,',
    wrong: {
      args: [at('bins.json'), '--as', 'xml'],
      err: 'kerf: --as takes table, csv, markdown or json, got "xml"\n',
    },
  },
  drift: {
    args: [at('bins.json'), IRIS],
    out: /^iris\.csv \(150 rows\) against iris\.csv \(150 rows\)\n[^]*petal_length +0\.0000 +0\.2624 +stable +33\.3 % +1\.000 +stable/,
    wrong: {
      args: [at('bins.json'), IRIS, '--fail-on', 'all'],
      err: 'kerf: --fail-on takes any, population, rate, slight, moderate or large, got "all"\n',
    },
  },
  repair: {
    args: [at('tree.json'), IRIS, '--was', at('bins.json')],
    out: /^Kept as it was, nothing moved: [^]*\npetal_width +0\.003 +0\.188 +did not move\n$/,
    wrong: {
      args: [at('tree.json'), IRIS],
      err: "kerf: required option '--was <old>' not specified\n(kerf repair --help lists its flags)\n",
    },
  },
  diff: {
    args: [at('bins.json'), at('moved.json'), '--data', IRIS],
    out: /^.*bins\.json → .*moved\.json: 1 column changed, 3 the same,\s+counted on 150 rows\n\npetal_length +3 bins\n +cuts moved: 4\.75 → 5\n +9 rows of 150 in another bin\n +information in bits /,
    wrong: {
      args: [at('bins.json'), at('moved.json'), '--fail-on', 'all'],
      err: 'kerf: --fail-on takes change, got "all"\n',
    },
  },
  verify: {
    args: [at('bins.json'), IRIS],
    out: /^.*bins\.json holds: derived again from iris\.csv\n\n4 columns: the same cuts or groups, the same counts/,
    wrong: {
      args: [at('bins.json'), IRIS, '--columns', 'petal'],
      err: 'kerf: unknown column "petal", expected one of sepal_length, sepal_width, petal_length, petal_width\n',
      code: 1,
    },
  },
  edit: {
    args: [at('bins.json'), '--column', 'petal_length', '--remove', '4.75', '--name', 'short,', '--data', IRIS],
    out: /short \(< 2\.45\) +50 +33 %[^]*≥ 2\.45 +100 +67 %[^]*note: cut 4\.75 removed by hand/,
    wrong: {
      args: [at('bins.json'), '--column', 'petal_length'],
      err: 'kerf: edit needs one of --add, --remove, --move, --merge, --split, --unseen, --round and --name\n',
    },
  },
  studio: {
    args: ['--copy', at('page')],
    out: '',
    err: `the page is in ${at('page')}; any file server can serve it\n`,
    wrote: ['page/index.html', /<title>Kerf Studio<\/title>/],
    wrong: {
      args: [IRIS, '--copy', at('other')],
      err: 'kerf: --copy copies the page alone; open the data in it\n',
    },
  },
  serve: {
    args: [at('bins.json'), '--openapi'],
    out: /^\{\n {2}"openapi": "3\.1\.0",[^]*"petal_length": \{\n\s+"type": "string",\n\s+"enum": \[\n\s+"< 2\.45",/,
    wrong: {
      args: [at('bins.json'), '--max-body', 'much'],
      err: 'kerf: --max-body takes a size from 1kB to 256MB, such as 4MB, got "much"\n',
    },
  },
  export: {
    args: [at('bins.json'), '--to', 'sql', '-c', 'petal_length'],
    out: `    WHEN "petal_length" < 2.45e0 THEN '< 2.45'\n    WHEN "petal_length" < 4.75e0 THEN '[2.45, 4.75)'\n    ELSE '≥ 4.75'\n`,
    wrong: {
      args: [at('bins.json'), '--to', 'rules'],
      err: 'kerf: --to rules is only for a tree, and the file holds a binning\n',
    },
  },
  report: {
    args: [at('bins.json'), '-o', at('bins.html')],
    out: /^$/,
    err: `report saved as ${at('bins.html')}\n`,
    wrote: ['bins.html', /^<!doctype html>[^]*150 rows, 4 columns, [^]*petal_length/i],
    wrong: {
      args: [at('bins.json')],
      err: "kerf: required option '-o, --output <file>' not specified\n(kerf report --help lists its flags)\n",
    },
  },
  stream: {
    args: [IRIS, '-t', 'species', '-c', 'petal_length', '-b', '3', '--every', '75', '--binning', at('streamed.json')],
    out: '{"event":"cuts","number":3,"row":150,"column":"petal_length","cuts":[2.45,4.75],"before":[2.5999999999999996]}\n',
    err: '150 rows, 1 alarm\n',
    wrote: ['streamed.json', /"maxBins": 3\b/],
    wrong: { args: [IRIS, '--delimiter', ';;'], err: 'kerf: --delimiter takes one character, got ";;"\n' },
  },
  summarize: {
    args: [IRIS, '-t', 'species', '--cells', '10'],
    out: /^iris\.csv: 150 rows, target species \(setosa, versicolor, virginica\)\n[^]*petal_length +number +150 +0 +9 or more +9 +88\n/,
    wrong: {
      args: [IRIS, '--cells', '5', '--shift', '3'],
      err: 'kerf: --cells and --shift cannot be used together\n',
    },
  },
  merge: {
    args: [at('iris.kerf'), at('iris.kerf'), '--name', 'twice'],
    out: /^twice: 300 rows, target species [^]*petal_length +number +300 +0 +43 +43 +214\n/,
    wrong: {
      args: [at('bins.json')],
      err: `kerf: ${at('bins.json')} is not a summary; make one of rows with kerf summarize\n`,
      code: 1,
    },
  },
  scorecard: {
    args: [PENGUINS, '-t', 'sex', '--event', 'male', '-c', 'body_mass_g,beak_depth_mm', '-o', at('card.json')],
    out: /^Points against sex = male, from 2 of 2 columns: the more points, the less likely male is\.\nAt 600 points [^]*\n {2}body_mass_g {2}\(IV [^]*\n {2}Gini +0\.\d{4} \(/,
    err: `saved as ${at('card.json')}\n`,
    wrote: ['card.json', /^\{\n {2}"format": "kerf-scorecard",\n {2}"version": 1,\n/],
    wrong: {
      args: [PENGUINS, '-t', 'sex'],
      err: 'kerf: which class of "sex" should get few points? say so with --event female or --event male\n',
      code: 1,
    },
  },
  train: {
    args: [PENGUINS, '-t', 'sex', '-c', 'body_mass_g,beak_depth_mm'],
    out: /^sex: chance of male, logistic regression on 24 outputs \(local-linear\)\n[^]*rows kept apart[^]*AUC +0\.9616 /,
    wrong: {
      args: [PENGUINS, '-t', 'sex', '--test', '1'],
      err: 'kerf: --test takes a share of at least 0 and below 1, got "1"\n',
    },
  },
  study: {
    args: ['id3', '--seeds', '1', '--no-cache'],
    out: /^iris: 150 rows, [^]*\nmdlp, error-complexity +0\.9667 ± 0\.0000 +0\.9500 ± 0\.0000 +0\.9777 +1\.0 +4\n/,
    wrong: {
      args: ['id9'],
      err: "kerf: unknown command 'id9'\n(Did you mean id3?)\n(kerf study --help lists its commands)\n",
    },
  },
  methods: {
    args: ['mdlp'],
    out: /^mdlp\n {2}Cuts where the classes change[^]*options\n {2}--stop\n[^]*presets\n {2}weka\n/,
    wrong: { args: ['mdlpp'], err: 'kerf: unknown method "mdlpp", did you mean mdlp?\n' },
  },
  completion: {
    args: ['bash'],
    out: `compgen -W "${Object.keys(COMMANDS).join(' ')} --help --version"`,
    wrong: {
      args: ['dos'],
      err: "kerf: command-argument value 'dos' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n(kerf completion --help lists its flags)\n",
    },
  },
}

test('every command has a case', () => {
  expect(Object.keys(CASES)).toEqual(Object.keys(COMMANDS))
})

describe.each(Object.entries(CASES))('kerf %s', (name, { args, out, err = '', wrote, wrong }) => {
  test('does its work', async () => {
    const ran = await run(name, ...args)
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err })
    expect(ran.out).toMatch(out)
    expect(wrote === undefined ? '' : readFileSync(at(wrote[0]), 'utf8')).toMatch(wrote?.[1] ?? '')
  })

  test('says what is wrong', async () => {
    const ran = await run(name, ...wrong.args)
    expect(ran).toEqual({ code: wrong.code ?? 2, out: '', err: wrong.err })
  })
})

describe('kerf itself', () => {
  test('without arguments shows its help as wrong use', async () => {
    const { code, out, err } = await run()
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe((await run('--help')).out)
  })

  test('lists every command with --help', async () => {
    const { code, out, err } = await run('--help')
    expect([code, err]).toEqual([0, ''])
    const listed = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
    expect(listed).toEqual([...Object.keys(COMMANDS), 'help'])
    expect(out).toMatch(/\nStart with: kerf fit data\.csv --target column\n$/)
  })

  test('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
  })

  test('has no unknown command', async () => {
    const err = "kerf: unknown command 'fti'\n(Did you mean fit?)\n(kerf --help lists the commands)\n"
    expect(await run('fti')).toEqual({ code: 2, out: '', err })
  })
})
