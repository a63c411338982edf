export function start(): Promise<{
  readonly env: { readonly KERF_POSTGRES_ADDRESS: string; readonly PGPASSWORD: string }
  readonly stop: () => Promise<void>
}>
