import { readColumns } from '#shared/column-text.ts'
import type { Topic } from '#shared/contract/contract.ts'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { isCancellation } from '#shared/errors.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { Clock } from '../time/clock.ts'
import type { Ledger } from './ledger.ts'

export type MissingPayment = Pick<IncomeRow, 'accountId' | 'symbol' | 'kind' | 'date' | 'expected'>

interface MissingPaymentsOptions {
  readonly ledger: Pick<Ledger, 'listIncome'>
  readonly accountIds: () => readonly string[]
  readonly clock: Clock
  readonly listen: (listener: (topic: Topic) => void) => () => void
  readonly logFault: (where: string, error: unknown) => void
}

interface MissingPaymentsUser {
  /** Whether an alert rule uses missing payments. They are then read soon after a change. */
  isWanted(): boolean
  onChange(): void
}

const topics: readonly Topic[] = ['ledger.changed', 'events.changed', 'coverage.changed', 'accounts.changed']
const soonMs = 30 * secondMs
const unwantedMs = 10 * minuteMs
/** Only payments of this period cause an alert. The income screen shows older ones. */
const backMs = 400 * dayMs
/** A payment becomes missing with time, so they are also read at this interval. */
const everyMs = dayMs / 4

/** The payments that are missing now. They are read again after changes and several times a day. */
export class MissingPayments {
  readonly #options: MissingPaymentsOptions
  readonly #stopListening: () => void
  #cancel: (() => void) | null = null
  #isClosed = false
  #dueAt = Infinity
  #known: readonly MissingPayment[] | null = null
  #user: MissingPaymentsUser | null = null

  constructor(options: MissingPaymentsOptions) {
    this.#options = options
    this.#stopListening = options.listen((topic) => {
      if (topics.includes(topic)) this.#readAfter(this.#user?.isWanted() === true ? soonMs : unwantedMs)
    })
    this.#readAfter(soonMs)
  }

  /** Calls `user` after each later change. */
  tell(user: MissingPaymentsUser): void {
    this.#user = user
  }

  /** `null` while they have not been read. */
  list(): readonly MissingPayment[] | null {
    return this.#known
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#cancel?.()
  }

  #readAfter(delayMs: number): void {
    const { clock } = this.#options
    const at = clock.monotonic() + delayMs
    if (this.#isClosed || at >= this.#dueAt) return
    this.#cancel?.()
    this.#dueAt = at
    this.#cancel = clock.after(delayMs, () => {
      this.#dueAt = Infinity
      void this.#read()
    })
  }

  async #read(): Promise<void> {
    const { ledger, accountIds, clock, logFault } = this.#options
    try {
      const rows = await readColumns(
        await ledger.listIncome(accountIds(), { symbol: null, from: clock.now() - backMs, to: clock.now() }),
      )
      this.#known = rows.filter(({ state }) => state === 'missing')
      this.#user?.onChange()
    } catch (error) {
      if (!isCancellation(error)) logFault('the missing payments', error)
    }
    this.#readAfter(everyMs)
  }
}
