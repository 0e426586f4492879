import { sign } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { Reconciliation } from '#shared/model/ledger/ledger.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'

/** A short text on whether the service's figures agree with the transactions. */
export interface ReconciliationWords {
  readonly text: string
  readonly tone: 'agrees' | 'differs' | 'waiting'
}

/** Describes all accounts together; `null` if there is nothing to compare. `isLoading`: the service can be reached. */
export function reconciliationWords(
  accounts: readonly Reconciliation[],
  coverage: readonly HistoryCoverage[],
  now: number,
  isLoading: boolean,
  format: Pick<Format, 'count'>,
): ReconciliationWords | null {
  if (accounts.length === 0) return null
  const differences = accounts.reduce((total, { differenceCount }) => total + (differenceCount ?? 0), 0)
  const partial = accounts.filter(isPartial)
  const loading = partial.length === 0 ? null : historyWords(partial, coverage, now, isLoading)
  if (differences > 0) {
    const words = m.reconciliation_count_differences(counted(differences, format))
    return { text: loading === null ? words : `${words}, ${loading}`, tone: 'differs' }
  }
  if (loading !== null) return { text: capitalised(loading), tone: 'waiting' }
  const unknown = accounts.reduce((total, account) => total + unknownCount(account), 0)
  if (unknown === 0) return { text: m.words_agrees_with_the_service(), tone: 'agrees' }
  return { text: m.words_count_figures_not_comparable(counted(unknown, format)), tone: 'waiting' }
}

export const isPartial = ({ coverage }: Reconciliation): boolean => coverage === 'partial'

/** The number of figures without a difference although the history is complete: the service lists them without a value. */
const unknownCount = ({ positions, cash }: Reconciliation): number =>
  [...positions, ...cash].filter(({ difference }) => difference === null).length

/** Whether two figures are exactly equal. */
export const isAgreed = ({ difference }: { readonly difference: Reconciliation['cash'][number]['difference'] }) =>
  difference !== null && sign(difference) === 0

function historyWords(
  partial: readonly Reconciliation[],
  coverage: readonly HistoryCoverage[],
  now: number,
  isLoading: boolean,
): string {
  const ids = new Set(partial.map(({ accountId }) => accountId))
  const percent = coveredPercent(
    coverage.filter(({ accountId }) => ids.has(accountId)),
    now,
  )
  const words = isLoading ? m.words_history_loading() : m.words_history_incomplete()
  return percent === null ? words : `${words}, ${m.words_percent({ percent })}`
}

/** How much of the time is loaded, in whole percent below 100; `null` if the start of a history is unknown. */
export function coveredPercent(coverage: readonly HistoryCoverage[], now: number): number | null {
  let [loadedMs, wholeMs] = [0, 0]
  for (const { covered, beginsAt } of coverage) {
    if (beginsAt === null) return null
    wholeMs += Math.max(0, now - beginsAt)
    for (const { from, to } of covered) loadedMs += Math.max(0, Math.min(to, now) - Math.max(from, beginsAt))
  }
  return wholeMs === 0 ? null : Math.min(99, Math.floor((100 * loadedMs) / wholeMs))
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
