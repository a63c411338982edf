/**
 * The jobs of the worker by name, each in a file of its own that is loaded when it is first asked for. A job is a function
 * of what is asked and a context (`held.ts`); what it gives must be plain data, because it is copied to the page.
 */
export const JOBS = {
  open: () => import('./jobs/open-job.ts').then((module) => module.openJob),
  count: () => import('./jobs/count-job.ts').then((module) => module.countJob),
  cut: () => import('./jobs/cut-job.ts').then((module) => module.cutJob),
  bars: () => import('./jobs/bars-job.ts').then((module) => module.barsJob),
  binsCurve: () => import('./jobs/bins-curve-job.ts').then((module) => module.binsCurveJob),
  why: () => import('./jobs/why-job.ts').then((module) => module.whyJob),
  drift: () => import('./jobs/drift-job.ts').then((module) => module.driftJob),
  project: () => import('./jobs/project-job.ts').then((module) => module.projectJob),
  restore: () => import('./jobs/restore-job.ts').then((module) => module.restoreJob),
  summary: () => import('./jobs/summary-job.ts').then((module) => module.summaryJob),
  trace: () => import('./jobs/trace-job.ts').then((module) => module.traceJob),
  tree: () => import('./jobs/tree-job.ts').then((module) => module.treeJob),
  card: () => import('./jobs/card-job.ts').then((module) => module.cardJob),
  explain: () => import('./jobs/explain-job.ts').then((module) => module.explainJob),
  streamStart: () => import('./jobs/stream-job.ts').then((module) => module.streamStartJob),
  streamNext: () => import('./jobs/stream-job.ts').then((module) => module.streamNextJob),
}

/** The names of all jobs. */
export type JobName = keyof typeof JOBS

type JobOf<N extends JobName> = Awaited<ReturnType<(typeof JOBS)[N]>>

/** What a job is asked. */
export type Asked<N extends JobName> = Parameters<JobOf<N>>[0]

/** What it answers. */
export type Answer<N extends JobName> = Awaited<ReturnType<JobOf<N>>>
