import type { Binning } from '../../src/binning/binning.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'

/** A small binning with everything in it: a number column, a category column, missing values, a special code. */
export function people(): Promise<Binning> {
  return fitTable(
    {
      age: [1, 2, 3, 10, 11, 12, null, -9],
      colour: ['red', 'blue', 'red', 'red', 'blue', 'blue', null, 'red'],
      class: ['a', 'a', 'a', 'b', 'b', 'b', 'a', 'b'],
    },
    {
      target: 'class',
      source: 'people.csv',
      perColumn: { age: { special: [-9], missing: [-1], missingPolicy: 'nearest' } },
    },
  )
}

/** The same as it is saved. */
export const PEOPLE_TEXT = `{
  "format": "kerf-binning",
  "version": 1,
  "created": {"kerf": "0.1.0", "method": "auto", "options": {}, "source": {"name": "people.csv", "rows": 8}},
  "target": {"kind": "class", "name": "class", "classes": ["a", "b"], "event": null},
  "columns": [
    {
      "name": "age",
      "kind": "number",
      "method": "mdlp",
      "options": {
        "stop": "fayyad-irani",
        "betterEncoding": false,
        "acceptEqual": false,
        "maxBins": null,
        "search": "top-down",
        "candidates": 31
      },
      "closed": "left",
      "cuts": [6.5],
      "range": [1, 12],
      "cutsExact": true,
      "countsExact": true,
      "reasons": [{"measure": "gain", "score": 1, "bar": 0.5215471694908277, "margin": 0.4784528305091723, "runnerUp": null}],
      "bins": [
        {"label": "< 6.5", "count": 3, "classes": [3, 0], "lo": 1, "hi": 3, "median": 2},
        {"label": "≥ 6.5", "count": 3, "classes": [0, 3], "lo": 10, "hi": 12, "median": 11}
      ],
      "missing": {"count": 1, "classes": [1, 0], "policy": "nearest", "bin": 0, "values": [-1]},
      "special": [{"code": -9, "count": 1, "classes": [0, 1], "policy": "own", "bin": null}],
      "shape": {
        "from": 0.5,
        "to": 12.5,
        "below": 0,
        "above": 0,
        "counts": [1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1],
        "classes": [[1, 0], [1, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 1], [0, 1], [0, 1]]
      },
      "reference": {"edges": [], "counts": [6], "classes": [[3], [3]]},
      "notes": []
    },
    {
      "name": "colour",
      "kind": "category",
      "countsExact": true,
      "bins": [
        {"label": "blue", "levels": ["blue"], "count": 3, "classes": [1, 2]},
        {"label": "red", "levels": ["red"], "count": 4, "classes": [2, 2]}
      ],
      "missing": {"count": 1, "classes": [1, 0], "policy": "own", "bin": null, "values": []},
      "reference": {"levels": ["blue", "red"], "counts": [3, 4], "classes": [[1, 2], [2, 2]]},
      "notes": []
    }
  ]
}
`
