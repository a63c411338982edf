/** A small square with the fill of a class. */
export function Swatch({ fill }: { readonly fill: number }) {
  return (
    <svg class="swatch" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M0 0h14v14H0z" fill={`url(#k${fill})`} />
    </svg>
  )
}

/** Which fill is which class. */
export function ClassLegend({
  name,
  classes,
}: {
  readonly name: string | null
  readonly classes: readonly { readonly name: string | null; readonly fill: number }[]
}) {
  if (classes.length === 0 || classes[0].name === null) return null
  return (
    <ul class="panel-legend">
      {name !== null && <li class="soft">{name}</li>}
      {classes.map((one) => (
        <li key={one.name}>
          <Swatch fill={one.fill} />
          {one.name}
        </li>
      ))}
    </ul>
  )
}
