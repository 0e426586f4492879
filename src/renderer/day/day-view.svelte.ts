import { createSubscriber } from 'svelte/reactivity'
import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import type { App } from '../lib/app.svelte.ts'
import { addUtcDays, utcDateOf } from '../lib/utc-day.ts'
import { dayAddressOf, dayHref, isDayHash, type DayAddress } from '../navigation/day-address.ts'
import { hashOf } from '../navigation/transactions-address.ts'

interface Narrowed {
  readonly accountId: string | null
  readonly symbol: string | null
  /** UTC ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** The address of the list of transactions, filtered by time, account and instrument. */
export function transactionsHref({ accountId, symbol, from, to }: Narrowed): string {
  const conditions: FilterCondition[] = [{ field: 'period', from, to, isNot: false }]
  if (accountId !== null) conditions.push({ field: 'account', values: [accountId], isNot: false })
  if (symbol !== null) conditions.push({ field: 'symbol', values: [symbol], isNot: false })
  return hashOf({ filter: { conditions, text: '' }, direction: 'newest' })
}

/** The day that the screen shows. The address is its only state. */
export class DayView {
  readonly #app: App
  #lastHash = ''
  readonly #subscribe = createSubscriber((update) => {
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  })

  /** The current UTC date. */
  readonly today = $derived.by(() => utcDateOf(this.#app.now))
  /** The last address of this screen, also while another screen takes its place. */
  readonly address = $derived.by((): DayAddress => {
    this.#subscribe()
    if (isDayHash(location.hash)) this.#lastHash = location.hash
    return dayAddressOf(this.#lastHash)
  })
  /** The shown date; today also for a date in the future. */
  readonly date = $derived.by(() => {
    const { date } = this.address
    return date === null || date > this.today ? this.today : date
  })
  readonly knowledge = $derived(this.address.knowledge)
  readonly isToday = $derived(this.date === this.today)
  /** The earlier day to compare with; `null` if there is none. */
  readonly from = $derived.by(() => {
    const { from } = this.address
    return from !== null && from < this.date ? from : null
  })

  constructor(app: App) {
    this.#app = app
  }

  /** Shows another day, or the same day with other options. An empty or invalid date changes nothing. */
  go(change: Partial<DayAddress>): void {
    const { date, knowledge, from } = { ...this.address, ...change }
    location.hash = dayHref({ date: date === this.today ? null : date, knowledge, from })
  }

  /** Shows the day that is `days` later (or earlier, if negative). */
  step(days: number): void {
    const date = addUtcDays(this.date, days)
    if (date <= this.today) this.go({ date })
  }
}
