/** Fitting the columns of a table in web workers. Threads of Node are in `kerf/node`. */
export { pagePool, type PagePoolOptions, type PageWorker } from './page-pool.ts'
export type { WorkerPool } from './worker-pool.ts'
