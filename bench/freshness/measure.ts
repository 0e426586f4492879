import type { Scenario } from './scenario.ts'
import { simulate } from './simulate.ts'

/** Runs a scenario, or its first minutes, under each rule. The counts are those of the planner. */
export async function measure(whole: Scenario, maxMinutes: number) {
  const scenario = { ...whole, minutes: Math.min(whole.minutes, maxMinutes) }
  const planner = await simulate(scenario, 'planner')
  const roundRobin = await simulate(scenario, 'roundRobin')
  const knownVolatility = await simulate(scenario, 'knownVolatility')
  const { maxInAnyMinute, maxVisibleAgeS, closedRequests, rankCorrelation } = planner
  return {
    planner: planner.error,
    roundRobin: roundRobin.error,
    knownVolatility: knownVolatility.error,
    plannerOnScreen: planner.errorOnScreen,
    roundRobinOnScreen: roundRobin.errorOnScreen,
    maxInAnyMinute,
    maxVisibleAgeS,
    closedRequests,
    rankCorrelation,
    /** Requests of the planner for each of the round robin. */
    requestRatio: planner.requests / roundRobin.requests,
  }
}
