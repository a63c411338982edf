import type { Signal } from '@preact/signals'
import type { TreeBox, TreeLine } from '../../../src/reports/index.ts'
import type { GrownTree } from '../../worker/jobs/tree-job.ts'

/** How a box is told from the others: its path. */
export const keyOf = ({ shown: { path, kind } }: TreeBox): string => `n${path.join('-')}${kind === 'node' ? '' : kind}`

/** The tree as boxes that can be chosen. */
export function TreeChart({ grown, chosen }: { readonly grown: GrownTree; readonly chosen: Signal<string> }) {
  const { width, height, boxes, lines } = grown.drawing
  const own = boxes.find((box) => keyOf(box) === chosen.value)?.shown.path ?? null
  // The way from the root to what was chosen.
  const leads = ({ shown: { path } }: TreeBox): boolean =>
    own !== null && path.length <= own.length && path.every((branch, i) => branch === own[i])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div class="scroll tree-scroll" tabIndex={0} role="region" aria-label="The tree, drawn">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        style={{ '--w': `${width}px` }}
        role="group"
        aria-label={`Tree with ${grown.stats.nodes} nodes`}
      >
        {lines.map((line, i) => line !== null && <Line key={keyOf(boxes[i])} line={line} on={leads(boxes[i])} />)}
        {boxes.map((box) => (
          <Box
            key={keyOf(box)}
            box={box}
            on={keyOf(box) === chosen.value}
            onChoose={() => (chosen.value = keyOf(box))}
          />
        ))}
      </svg>
    </div>
  )
}

function Line({ line, on }: { readonly line: TreeLine; readonly on: boolean }) {
  const { across, down, heavy, words, whole, end } = line
  return (
    <g class={`branch${heavy ? ' heavy' : ''}${on ? ' on' : ''}`}>
      <path d={`M${across[0]} ${down[0]}H${across[1]}V${down[1]}H${across[2]}`} />
      <text x={end} y={down[1] - 5} text-anchor="end">
        {words !== whole && <title>{whole}</title>}
        {words}
      </text>
    </g>
  )
}

function Box({ box, on, onChoose }: { readonly box: TreeBox; readonly on: boolean; readonly onChoose: () => void }) {
  const { kind, left, top, width, height, lines, starts, swatch, shares } = box
  const bar = top + height - 8
  return (
    <g
      class={`node ${kind}`}
      role="button"
      tabindex={0}
      aria-pressed={on}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <rect x={left} y={top} width={width} height={height} rx={5} />
      {swatch !== null && <path d={`M${starts[1]} ${top + 6}h10v10h-10z`} fill={`url(#k${swatch})`} />}
      <text class="first" x={starts[0]} y={top + 15}>
        {`${lines[0]} `}
      </text>
      <text class="second" x={starts[1]} y={top + 27.5}>
        {lines[1]}
      </text>
      {shares.map(
        (share) =>
          share.right - share.left > 0.05 && (
            <path
              key={share.fill}
              d={`M${share.left} ${bar}H${share.right}v5H${share.left}z`}
              fill={`url(#k${share.fill})`}
            />
          ),
      )}
    </g>
  )
}
