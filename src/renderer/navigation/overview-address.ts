import type { AllocationKey } from '#shared/model/portfolio.ts'

/** In the order of the panel. */
export const allocationKeys = ['instrument', 'type', 'market', 'currency'] as const satisfies readonly AllocationKey[]

export const overviewPath = '#/overview'

/** The address of the overview with an allocation: `#/overview?allocation=currency`. */
export const allocationHash = (by: AllocationKey): string => `${overviewPath}?allocation=${by}`

/** The allocation in an address; `null` if it selects none. */
export function allocationIn(hash: string): AllocationKey | null {
  const [path, query = ''] = hash.split('?')
  const asked = path === overviewPath ? new URLSearchParams(query).get('allocation') : null
  return allocationKeys.find((key) => key === asked) ?? null
}
