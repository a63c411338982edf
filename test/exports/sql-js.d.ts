/** The part of sql.js that the tests use. */
declare module 'sql.js' {
  export interface Database {
    exec(sql: string, parameters?: readonly unknown[]): { columns: string[]; values: unknown[][] }[]
    run(sql: string, parameters?: readonly unknown[]): Database
    close(): void
  }
  export default function initSqlJs(): Promise<{ Database: new () => Database }>
}
