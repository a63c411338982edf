/** Says what is going on: in one line that changes on a terminal, in lines one after the other elsewhere. */
export function tell(line) {
  process.stderr.write(process.stderr.isTTY ? `${line}\u001b[K\r` : `${line}\n`)
}

/** Takes the line away. */
export function hush() {
  if (process.stderr.isTTY) process.stderr.write('\u001b[K')
}
