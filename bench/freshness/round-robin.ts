import type { Planner } from '../../src/main/sync/quotes/planner/types.ts'

const closingReadMs = 60_000

/** The rule to beat: every call that refreshes an open price in turn, accounts among them; a closed one once after its close. */
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
      lookAt: closedAt + closingReadMs,
    }
  })
  const turnMs = (60_000 / perMinute) * described.filter(({ isOpen }) => isOpen).length
  return described
    .map(({ id, requestedAt, members, isOpen, lookAt }) => {
      const last = requestedAt ?? -Infinity
      const opensAt = members.reduce((first, price) => Math.min(first, price.opensAt ?? Infinity), Infinity)
      const look = last < lookAt ? lookAt : Infinity
      const dueAt = isOpen ? last + turnMs : Math.min(look, opensAt > now ? opensAt : Infinity)
      return { id, dueAt, intervalMs: isOpen ? turnMs : Infinity, isVisible: members.some((price) => price.isVisible) }
    })
    .filter(({ dueAt }) => dueAt < Infinity)
    .sort((a, b) => (a.dueAt === b.dueAt ? 0 : a.dueAt - b.dueAt))
}
