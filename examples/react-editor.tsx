// A React component to move cuts by hand. The editor keeps the column and its history; React draws what it holds.
import { useMemo, useSyncExternalStore } from 'react'
import { renderToStaticMarkup } from 'react-dom/server' // only for the last lines; a page has createRoot
import { binEdges, fit, makeEditor, summarize } from 'kerf'

export function CutEditor({ values, labels }: { values: readonly number[]; labels: readonly string[] }) {
  const editor = useMemo(
    () => makeEditor(fit(values, { target: labels }), summarize(values, { target: labels })),
    [values, labels],
  )
  const current = () => editor.column
  const column = useSyncExternalStore(editor.subscribe, current, current)
  const edges = binEdges(column)
  const sliders = column.cuts.map((cut, i) => {
    const [min, max] = [edges[i]!.x0 + 0.5, edges[i + 1]!.x1 - 0.5] // a cut stays between its neighbours
    const move = (to: string) => editor.move(cut, Number(to), { drag: true })
    const drop = () => editor.drop()
    const range = { type: 'range', min, max, step: 0.5, value: cut, 'aria-label': `cut ${i + 1}` }
    return <input key={i} {...range} onChange={(event) => move(event.target.value)} onPointerUp={drop} />
  })
  return (
    <section>
      {sliders}
      {column.bins.map(({ label, count, classes }) => (
        <p key={label}>{`${label}: ${count} rows, ${classes?.[1] ?? 0} yes`}</p>
      ))}
      <button disabled={!editor.canUndo} onClick={() => editor.undo()}>
        Undo
      </button>
    </section>
  )
}

const ages = [19, 22, 24, 25, 27, 30, 33, 35, 38, 41, 44, 47]
const html = renderToStaticMarkup(<CutEditor values={ages} labels={ages.map((age) => (age < 34 ? 'no' : 'yes'))} />)
console.log(html.match(/<p>.*?<\/p>/g)) // → [ '<p>&lt; 34: 7 rows, 0 yes</p>', '<p>≥ 34: 5 rows, 5 yes</p>' ]
