/** `kerf/explain`: what matters, in a few ranges. Browser-safe, no packages. */
export type * from './findings.ts'
export type { ExplainOptions } from './explain-rows.ts'
export { explainGoal, type ExplainGoalOptions } from './explain-goal.ts'
export { explainNumber, type ExplainNumberOptions } from './explain-number.ts'
export { explainGroups, type ExplainGroupsOptions } from './explain-groups.ts'
export { explainClusters, type ExplainClustersOptions } from './explain-clusters.ts'
export { type ClusterOptions, clusterRows, type Clusters } from './clusters/cluster-rows.ts'
