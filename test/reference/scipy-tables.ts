/** Tables of counts with what SciPy 1.17.1 says of them: chi2_contingency(correction=False), association and rel_entr. */
export const SCIPY_TABLES = [
  {
    name: 'played or not by outlook (Quinlan)',
    table: [
      [2, 3],
      [4, 0],
      [3, 2],
    ],
    chiSquare: 3.546666666666666,
    degrees: 2,
    pValue: 0.16976615743981124,
    cramersV: 0.5033222956847166,
    mutualInformation: 0.24674981977443933,
  },
  {
    name: 'iris by five bins of sepal length (Kerber)',
    table: [
      [45, 6, 1],
      [4, 15, 2],
      [1, 15, 10],
      [0, 14, 25],
      [0, 0, 12],
    ],
    chiSquare: 140.73076923076923,
    degrees: 8,
    pValue: 1.6721354602528424e-26,
    cramersV: 0.6849106249012086,
    mutualInformation: 0.754728409924351,
  },
  {
    name: 'two by two',
    table: [
      [10, 20],
      [30, 5],
    ],
    chiSquare: 18.726190476190474,
    degrees: 1,
    pValue: 1.5089565704354248e-5,
    cramersV: 0.5367450401216932,
    mutualInformation: 0.2188147236149351,
  },
  {
    name: 'fractional weights',
    table: [
      [0.25, 1.75, 3.5],
      [2.5, 0.5, 0.75],
    ],
    chiSquare: 4.131563405894957,
    degrees: 2,
    pValue: 0.12671919507313023,
    cramersV: 0.6683229034979987,
    mutualInformation: 0.3485838021384527,
  },
  {
    name: 'nearly one to one',
    table: [
      [5000, 3],
      [7, 4000],
    ],
    chiSquare: 8969.553889382487,
    degrees: 1,
    pValue: 0,
    cramersV: 0.9977529631698167,
    mutualInformation: 0.9787430943682468,
  },
] as const
