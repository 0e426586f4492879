import type { Scenario } from './scenario.ts'
import { simulate } from './simulate.ts'

/** Lives through a scenario, or its first minutes, under each rule. What is counted is the planner's. */
export async function measure(whole: Scenario, mostMinutes: number) {
  const scenario = { ...whole, minutes: Math.min(whole.minutes, mostMinutes) }
  const planner = await simulate(scenario, 'planner')
  const roundRobin = await simulate(scenario, 'roundRobin')
  const knownVolatility = await simulate(scenario, 'knownVolatility')
  const { maxInAnyMinute, maxVisibleAgeS, closedRequests } = planner
  return {
    planner: planner.error,
    roundRobin: roundRobin.error,
    knownVolatility: knownVolatility.error,
    maxInAnyMinute,
    maxVisibleAgeS,
    closedRequests,
  }
}
