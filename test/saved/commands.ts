/** A command line whose output is frozen. It runs in a folder with the samples, `inputFiles` and `saved/`. */
export interface Command {
  /** Names the files in which its output is kept. */
  readonly name: string
  /** The words after `kerf`; what it writes goes to `made/`. */
  readonly line: string
  /** Files it changes in place: copied from the first to the second path before it runs. */
  readonly copies?: Readonly<Record<string, string>>
}

/** Every method of the registry, each with rows that suit it. */
const METHODS: Readonly<Record<string, string>> = {
  'equal-width': 'iris.csv --exclude species --bins 5',
  'equal-frequency': 'iris.csv --exclude species --bins 5',
  'bin-log': 'iris.csv --exclude species',
  'k-means': 'iris.csv --exclude species --bins 4',
  fixed: 'iris.csv --columns petal_length --cuts petal_length=2,4.5 -t species',
  mdlp: 'iris.csv -t species',
  d2: 'iris.csv -t species',
  binary: 'iris.csv -t species',
  'chi-merge': 'iris.csv -t species',
  chi2: 'iris.csv -t species',
  khiops: 'iris.csv -t species',
  caim: 'iris.csv -t species',
  cacc: 'iris.csv -t species',
  ameva: 'iris.csv -t species',
  modl: 'iris.csv -t species',
  cliffs: 'iris.csv -t species',
  variance: 'penguins.csv -t body_mass_g',
  optimal: 'penguins.csv -t sex',
}

export const METHOD_NAMES: readonly string[] = Object.keys(METHODS)

const DIALECTS = ['duckdb', 'postgres', 'mysql', 'sqlite', 'spark', 'bigquery', 'snowflake', 'clickhouse', 'tsql']
const ENCODINGS = ['ordinal', 'one-hot', 'thermometer', 'local-linear', 'piecewise-linear', 'woe', 'target-mean']

const VISITS = 'visits.csv -t again --event yes --exclude cost,weight --special age=-9'
const SENSORS = 'readings.csv -t state --cells 40 --max-cells 120 --every 200'
const WINDOW = `${SENSORS} --columns heat,load --window 900 --alarms population`
const FADED = `${SENSORS} --half-life 600 --alarms none`
const CELLS = 'readings.csv -t load --columns heat --layer cells --max-cells 60 --window 1000'

/** Files that an earlier version made as none does now: they are read and used as they were. */
export const EARLIER = [
  'tree-chi-merge.json',
  'tree-pruned.json',
  'tree-mdlp-depth.json',
  'stream-library-pid.json',
  'stream-library-cells.json',
  'stream-library-faded.json',
]

/** Commands that write the files in `files/`, which later versions must read. Those of one may need those before it. */
export const SAVING: readonly Command[] = [
  saving('iris-mdlp.json', 'fit iris.csv -t species -m mdlp'),
  saving('penguins-class.json', 'fit penguins.csv -t species'),
  saving('penguins-number.json', 'fit penguins.csv -t body_mass_g --readable'),
  saving('penguins-plain.json', 'fit penguins.csv --bins 4 --closed right'),
  saving('visits-mixed.json', `fit ${VISITS}`),
  saving('visits-weighted.json', 'fit visits.csv -t again --weight weight --special age=-9 --missing nearest'),
  saving('visits-optimal.json', `fit ${VISITS} -m optimal --trend auto --min-share 0.08 --max-bins 5`),
  saving('visits-grouped.json', 'fit visits.csv -t cost --columns ward,stay,day -m optimal --max-bins 3'),
  saving(
    'visits-spec.json',
    'fit visits.csv -t again --columns age,bill,day --cuts day=2024-07-01 --spec special.json',
  ),
  saving('before-bins.json', 'fit before.csv -t kind'),
  saving('iris.kerf', 'summarize iris.csv -t species'),
  saving('iris-summary.json', 'summarize iris.csv -t species'),
  saving('iris-coarse.kerf', 'summarize iris.csv -t species --cells 12'),
  saving('iris-coarse-summary.json', 'summarize iris.csv -t species --cells 12'),
  saving('visits-1.kerf', 'summarize visits-1.csv -t again --weight weight --special age=-9'),
  saving('visits-2.kerf', 'summarize visits-2.csv -t again --weight weight --special age=-9'),
  saving('visits-shift-summary.json', 'summarize visits.csv -t cost --columns age,bill,ward --shift 44'),
  saving('visits-merged-summary.json', 'merge saved/visits-1.kerf saved/visits-2.kerf --name both'),
  saving('tree-binary.json', 'tree iris.csv -t species --prune none'),
  saving('tree-usual.json', 'tree visits.csv -t again --exclude cost,weight'),
  saving('tree-usual-bins.json', 'tree penguins.csv -t species --by chi-merge'),
  saving('tree-usual-all.json', 'tree penguins.csv -t sex --by mdlp --split all'),
  saving('tree-paper.json', 'tree visits.csv -t again --exclude cost,weight --prune paper'),
  saving('tree-before.json', 'tree before.csv -t kind --prune none'),
  saving('rules.json', 'export saved/tree-before.json --to rules-json'),
  saving('tree-repaired.json', 'repair saved/tree-before.json after.csv --was saved/before-bins.json'),
  saving('model-naive-bayes.json', 'tree penguins.csv -t species --model naive-bayes'),
  saving('model-logistic.json', 'train penguins.csv -t sex'),
  saving(
    'model-logistic-one-hot.json',
    'train visits.csv -t again --exclude cost -m mdlp --encode one-hot --drop-first',
  ),
  ...ENCODINGS.map((encoding): Command => {
    const made = `--encoder made/encoder-${encoding}.json`
    return {
      name: `encoder-${encoding}`,
      line: `apply saved/visits-mixed.json visits.csv --encode ${encoding} ${made} -o made/rows.csv`,
    }
  }),
  { name: 'stream-pid', line: `stream ${SENSORS} --state made/stream-pid.state --binning made/stream-pid-bins.json` },
  { name: 'stream-window', line: `stream ${WINDOW} --state made/stream-window.state` },
  { name: 'stream-faded', line: `stream ${FADED} --state made/stream-faded.state` },
  {
    name: 'stream-cells',
    line: `stream ${CELLS} --state made/stream-cells.state`,
  },
]

/** Commands whose output is kept byte for byte, but for sentences. */
export const MACHINE: readonly Command[] = [
  { name: 'methods', line: 'methods --json' },
  ...Object.entries(METHODS).map(([method, data]) => ({
    name: `fit-${method}`,
    line: `fit ${data} ${method === 'fixed' ? '' : `-m ${method} `}--json`,
  })),
  { name: 'fit-cliffs-number', line: 'fit penguins.csv -t flipper_length_mm -m cliffs --json' },
  {
    name: 'fit-optimal-number',
    line: 'fit penguins.csv -t body_mass_g -m optimal --max-bins 4 --trend ascending --json',
  },
  { name: 'fit-optimal-limits', line: 'fit penguins.csv -t sex -m optimal --min-events 20 --max-p-value 0.05 --json' },
  { name: 'fit-mdlp-best-first', line: 'fit iris.csv -t species -m mdlp --search best-first --max-bins 3 --json' },
  { name: 'fit-chi2-together', line: 'fit iris.csv -t species -m chi2 --together --json' },
  { name: 'fit-numpy', line: 'fit penguins.csv -m equal-frequency --preset numpy --bins 4 --json' },
  { name: 'fit-advised', line: 'fit penguins.csv -t species --columns body_mass_g --bins advised --json' },
  { name: 'fit-scott', line: 'fit penguins.csv --columns body_mass_g,beak_depth_mm --bins scott --json' },
  { name: 'fit-sampled', line: 'fit penguins.csv -t species --sample 200 --seed 3 --json' },
  {
    name: 'fit-where',
    line: 'fit penguins.csv -t sex --where body_mass_g>3500 --columns beak_length_mm,body_mass_g --json',
  },
  { name: 'fit-summary', line: 'fit saved/iris.kerf -m chi-merge --json' },
  { name: 'fit-coarse', line: 'fit saved/iris-coarse-summary.json --json' },
  { name: 'fit-merged', line: 'fit saved/visits-merged-summary.json -m mdlp --json' },
  { name: 'summarize', line: 'summarize iris.csv -t species --columns petal_width --json' },
  { name: 'merge', line: 'merge saved/iris.kerf saved/iris-coarse.kerf --json' },
  { name: 'show-json', line: 'show saved/visits-mixed.json --as json' },
  { name: 'show-csv', line: 'show saved/visits-mixed.json --as csv' },
  { name: 'show-number-csv', line: 'show saved/penguins-number.json --as csv' },
  { name: 'show-other-rows', line: 'show saved/visits-mixed.json --data visits-2.csv --as json' },
  { name: 'edit-add', line: 'edit saved/iris-mdlp.json --column petal_length --add 3,5 --data iris.csv --json' },
  { name: 'edit-move', line: 'edit saved/iris-mdlp.json --column petal_length --move 2.45 --to 2 --json' },
  { name: 'edit-merge', line: 'edit saved/penguins-plain.json --column body_mass_g --merge 1,2 --json' },
  { name: 'apply-label', line: 'apply saved/penguins-plain.json penguins.csv -o made/rows.csv' },
  { name: 'apply-index', line: 'apply saved/visits-mixed.json visits.csv --encode index -o made/rows.csv' },
  ...ENCODINGS.map((encoding) => ({
    name: `apply-${encoding}`,
    line: `apply saved/visits-mixed.json visits-1.csv --encode ${encoding} -o made/rows.csv`,
  })),
  { name: 'rank-json', line: 'rank visits.csv -t again --special age=-9 --json' },
  { name: 'rank-number', line: 'rank penguins.csv -t body_mass_g --json' },
  { name: 'rank-csv', line: 'rank penguins.csv -t species --as csv' },
  { name: 'compare', line: 'compare iris.csv -t species --json' },
  { name: 'compare-number', line: 'compare penguins.csv -t body_mass_g --folds 3 --bins 5 --json' },
  { name: 'tree', line: 'tree iris.csv -t species --repeat 3 --json' },
  {
    name: 'tree-reduced',
    line: 'tree visits.csv -t again --exclude cost --prune reduced --class-weights balanced --json',
  },
  { name: 'tree-of-binning', line: 'tree penguins.csv -t species --by saved/penguins-class.json --max-depth 3 --json' },
  { name: 'naive-bayes', line: 'tree iris.csv -t species --model naive-bayes --by mdlp --json' },
  { name: 'train', line: 'train penguins.csv -t sex --encode woe --l2 5 --json' },
  { name: 'predict-tree', line: 'predict saved/tree-pruned.json visits-1.csv --probabilities -o made/rows.csv' },
  { name: 'predict-chi-merge', line: 'predict saved/tree-chi-merge.json penguins.csv --json' },
  {
    name: 'predict-naive-bayes',
    line: 'predict saved/model-naive-bayes.json penguins.csv --probabilities -o made/rows.csv',
  },
  { name: 'predict-logistic', line: 'predict saved/model-logistic.json penguins.csv --probabilities -o made/rows.csv' },
  { name: 'predict-neural', line: 'predict saved/model-neural.json visits-1.csv --probabilities -o made/rows.csv' },
  { name: 'explain-goal', line: 'explain iris.csv -t species --goal versicolor --json' },
  { name: 'explain-groups', line: 'explain penguins.csv --groups island --json' },
  { name: 'explain-clusters', line: 'explain iris.csv --exclude species --clusters 3 --json' },
  { name: 'drift-json', line: 'drift saved/visits-mixed.json visits-2.csv --json' },
  { name: 'drift-csv', line: 'drift saved/penguins-number.json penguins.csv --as csv' },
  {
    name: 'drift-periods',
    line: 'drift saved/visits-mixed.json visits.csv --columns age --date day --by quarter --json',
  },
  { name: 'repair', line: 'repair saved/tree-before.json after.csv --was before.csv --json' },
  { name: 'repair-none', line: 'repair saved/tree-before.json before.csv --was saved/before-bins.json --json' },
  ...DIALECTS.flatMap((dialect) => [
    { name: `sql-${dialect}`, line: `export saved/visits-mixed.json --to sql --dialect ${dialect}` },
    { name: `sql-tree-${dialect}`, line: `export saved/tree-pruned.json --to sql --dialect ${dialect}` },
  ]),
  { name: 'sql-index', line: 'export saved/penguins-plain.json --to sql --as index --expressions --suffix _x' },
  { name: 'sql-tests', line: 'export saved/visits-mixed.json --to sql --table a.b -o made/bins.sql --tests' },
  { name: 'js', line: 'export saved/visits-mixed.json --to js -o made/bins.js --tests' },
  { name: 'python', line: 'export saved/visits-mixed.json --to python --as index -o made/bins.py --tests' },
  { name: 'schema', line: 'export saved/visits-mixed.json --to schema' },
  { name: 'tree-js', line: 'export saved/tree-pruned.json --to js -o made/tree.js --tests' },
  { name: 'tree-python', line: 'export saved/tree-pruned.json --to python -o made/tree.py --tests' },
  { name: 'tree-dot', line: 'export saved/tree-chi-merge.json --to dot' },
  { name: 'tree-rules', line: 'export saved/tree-binary.json --to rules' },
  { name: 'stream-events', line: 'stream penguins.csv -t species --every 50' },
  {
    name: 'stream-rows',
    line: 'stream penguins.csv -m equal-frequency --bins 4 --every 100 -o made/rows.csv --encode index',
  },
  later('pid', SENSORS),
  later('window', WINDOW),
  later('faded', FADED),
  later('cells', CELLS),
  { name: 'study-lemmas', line: 'study lemmas --json' },
  {
    name: 'study-encodings',
    line: 'study encodings penguins.csv -t sex --models lr --folds 2 --encodings cd5,lle5,ple10 --no-cache --json',
  },
]

/** Commands that write pages and pictures, of which only a digest is kept: it tells that something changed. */
export const PAGES: readonly Command[] = [
  { name: 'report-iris', line: 'report saved/iris-mdlp.json -o made/page.html' },
  { name: 'report-visits', line: 'report saved/visits-mixed.json -o made/page.html --title Visits' },
  { name: 'fit-report', line: 'fit penguins.csv -t body_mass_g --report made/page.html' },
  { name: 'drift-report', line: 'drift saved/visits-mixed.json visits-2.csv --report made/page.html' },
  { name: 'tree-page', line: 'tree penguins.csv -t species --picture made/tree.html' },
  { name: 'tree-picture', line: 'tree penguins.csv -t species --picture made/tree.svg' },
]

/** Commands that speak to people: they must end well and say something, in whatever words. */
export const HUMAN: readonly string[] = [
  'methods',
  'methods mdlp',
  'fit iris.csv -t species',
  'fit visits.csv -t cost --verbose',
  'summarize iris.csv -t species',
  'show saved/visits-mixed.json',
  'show saved/iris-mdlp.json --as markdown',
  'rank penguins.csv -t species',
  'rank penguins.csv -t body_mass_g --as markdown',
  'compare iris.csv -t species --methods mdlp,caim --per-column',
  'tree iris.csv -t species',
  'train penguins.csv -t sex',
  'explain iris.csv -t species --goal setosa',
  'drift saved/visits-mixed.json visits-2.csv',
  'repair saved/tree-before.json after.csv --was before.csv',
  'completion bash',
]

/** Commands that must end with a code of their own. */
export const EXIT_CODES: readonly (readonly [code: number, line: string])[] = [
  [1, 'fit gone.csv'],
  [2, 'fit iris.csv --method mdpl'],
  [3, 'drift saved/before-bins.json after.csv --fail-on any'],
]

function saving(file: string, line: string): Command {
  return { name: file, line: `${line} -o made/${file}` }
}

/** Goes on from a saved state with a file that has grown. */
function later(name: string, line: string): Command {
  const state = `made/stream-${name}.state`
  return {
    name: `stream-later-${name}`,
    line: `stream ${line.replace('readings.csv', 'readings-longer.csv')} --state ${state}`,
    copies: { [`saved/stream-${name}.state`]: state },
  }
}
