/** The menu of all that can be taken away. */
export function TakeMenu() {
  return (
    <button type="button" disabled>
      Take away
    </button>
  )
}
