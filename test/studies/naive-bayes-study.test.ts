import { expect, test } from 'vitest'
import { irisData } from '../../src/cli/flags/study-flags.ts'
import { bayesMarkdown, bayesReport } from '../../src/studies/naive-bayes-report.ts'
import { studyNaiveBayes } from '../../src/studies/naive-bayes-study.ts'
import { folder, kerf } from '../cli/run.ts'

test('compares the three models on the same folds', async () => {
  const told: string[] = []
  const study = await studyNaiveBayes([await irisData()], { folds: 3, onProgress: (done, all, what) => void told.push(`${done}/${all} ${what}`) }) // prettier-ignore
  expect(told).toEqual(['1/3 iris, gaussian', '2/3 iris, mdlp', '3/3 iris, equal-frequency'])
  const [{ accuracy, gained, ...facts }] = study.results
  expect(facts).toMatchObject({ data: 'iris', rows: 150, columns: 4, classes: 3, majority: 0.32 })
  for (const { mean } of Object.values(accuracy)) expect(mean).toBeGreaterThan(0.9)
  expect(gained.mdlp.mean).toBeCloseTo(accuracy.mdlp.mean - accuracy.gaussian.mean, 12)
  expect(gained.mdlp.from).toBeLessThanOrEqual(gained.mdlp.mean)
  expect(bayesReport(study, { width: 120 })).toMatch(/^iris +150 +4 +3 +0\.3200 +0\.9\d{3} +0\.9\d{3} +0\.9\d{3} /m)
  expect(bayesMarkdown(study)).toContain('| data | mdlp less Gaussian | equal frequency less Gaussian |')
})

test('kerf study naive-bayes takes public files from a folder, and says which it misses', async () => {
  const wine = ['acid,sugar,class', ...Array.from({ length: 40 }, (_, i) => `${i % 7},${i},${i < 20 ? 1 : 2}`)]
  const cwd = folder({ 'wine.csv': `${wine.join('\n')}\n` })
  const line = ['study', 'naive-bayes', '--folds', '2', '--no-cache', '--data', '.', '--sets']
  const { code, out } = await kerf([...line, 'wine'], { cwd })
  expect(code).toBe(0)
  expect(out).toMatch(/^wine +40 +2 +2 +0\.5000 /m)
  const { code: missing, err } = await kerf([...line, 'glass'], { cwd })
  expect([missing, err]).toEqual([2, 'kerf: --sets glass needs glass.csv in the folder of --data\n'])
})
