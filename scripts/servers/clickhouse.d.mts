/** What stops a server, and what tests find it by. */
interface Started {
  readonly env: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

export function start(): Promise<Started>
export function startServer(program?: string | null): Promise<Started>
export function installChdb(): string
