import type { Planner } from '#main/sync/quotes/planner/types.ts'

const closingReadMs = 60_000

/** The baseline: refreshes all open prices in turn, including accounts, and each closed price once after its close. */
export const planRoundRobin: Planner = ({ prices, calls, now, perMinute }) => {
  const byKey = new Map(prices.map((price) => [price.key, price]))
  const described = calls.map(({ id, refreshes, requestedAt }) => {
    const members = refreshes.map((key) => byKey.get(key)).filter((price) => price !== undefined)
    const closedAt = members.reduce((latest, price) => Math.max(latest, price.closedAt ?? -Infinity), -Infinity)
    return {
      id,
      requestedAt,
      members,
      isOpen: members.some(({ market }) => market !== 'closed'),
      closingReadAt: closedAt + closingReadMs,
    }
  })
  const turnMs = (60_000 / perMinute) * described.filter(({ isOpen }) => isOpen).length
  return described
    .map(({ id, requestedAt, members, isOpen, closingReadAt }) => {
      const last = requestedAt ?? -Infinity
      const opensAt = members.reduce((first, price) => Math.min(first, price.opensAt ?? Infinity), Infinity)
      const closingAt = last < closingReadAt ? closingReadAt : Infinity
      const dueAt = isOpen ? last + turnMs : Math.min(closingAt, opensAt > now ? opensAt : Infinity)
      return { id, dueAt, intervalMs: isOpen ? turnMs : Infinity, isVisible: members.some((price) => price.isVisible) }
    })
    .filter(({ dueAt }) => dueAt < Infinity)
    .sort((a, b) => (a.dueAt === b.dueAt ? 0 : a.dueAt - b.dueAt))
}
