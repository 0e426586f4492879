import type { ServiceProblem, ServiceTrouble, StoredRecord } from '#shared/model/app/service.ts'

/** Endpoints whose failure is shown where the user acted: nothing on a screen waits for their data. */
const ofActions: ReadonlySet<string> = new Set(['cancelOrder', 'createReport', 'getReport'])

/** A request is repeated this many times before it counts as failed. */
const triesOfACall = 4
/** A session that ended is refused once. */
const triesOfASession = 2

/**
 * The data that is missing now, the longest missing first: one problem for each endpoint and cause. `concerns` returns whether
 * the user has to do with a symbol or account.
 */
export function listProblems(
  records: readonly StoredRecord[],
  concerns: (endpoint: string, subject: string) => boolean = () => true,
): ServiceProblem[] {
  return records
    .filter(({ endpoint }) => !ofActions.has(endpoint))
    .flatMap(({ endpoint, troubles }) => {
      const lasting = Object.entries(troubles).filter(
        ([subject, trouble]) => (subject === '' || concerns(endpoint, subject)) && lasts(trouble, endpoint, records),
      )
      const byCode = Map.groupBy(lasting, ([, { cause }]) => cause.code)
      return [...byCode.values()].flatMap((group) => {
        const newest = group.toSorted(([, a], [, b]) => b.lastAt - a.lastAt)[0]
        if (newest === undefined) return []
        const fields = [...new Set(group.flatMap(([, { cause }]) => cause.fields))].slice(0, maxFields)
        const since = Math.min(...group.map(([, trouble]) => trouble.since))
        const count = group.filter(([subject]) => subject !== '').length
        return [{ endpoint, cause: { ...newest[1].cause, fields }, since, count }]
      })
    })
    .sort((a, b) => a.since - b.since || a.endpoint.localeCompare(b.endpoint))
}

const maxFields = 5

/** While the service answers nothing at all, the state of the connection says so. */
function lasts({ cause, since, times }: ServiceTrouble, endpoint: string, records: readonly StoredRecord[]): boolean {
  if (cause.status === 401) return times >= triesOfASession
  if (cause.code !== 'failed') return true
  return (
    times >= triesOfACall &&
    records.some((other) => other.endpoint !== endpoint && (other.lastAnsweredAt ?? -Infinity) >= since)
  )
}
