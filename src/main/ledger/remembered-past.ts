import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { DerivedPast } from '../insight/history/past-price.ts'
import type { RecordedQuotes } from '../journal/recorded/quotes.ts'
import type { RecordedLine } from './thread/messages.ts'

/** A chunk of the recorded prices before a time (UTC ms). */
interface QuoteChunk {
  readonly lines: readonly RecordedLine[]
  readonly until: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

interface PastSource {
  readonly quotes: Pick<RecordedQuotes, 'symbols' | 'lines'>
  /** Sends a chunk of the recorded prices to the thread. */
  readonly give: (chunk: QuoteChunk) => Promise<unknown>
  /** `null`: the thread does not have the prices of that day yet. */
  readonly derive: (accountIds: readonly string[], now: number) => Promise<DerivedPast | null>
}

interface Remembered {
  readonly past: Promise<DerivedPast>
  readonly day: number
  /** Whether rows or instruments changed after it was calculated. */
  isOutdated: boolean
}

/** Lines that are read and sent at once. They take a few milliseconds. */
const linesPerChunk = 64
/** The thread may stop while idle between the prices and the question. The prices are then sent again. */
const maxAttempts = 3

/** The past of each set of accounts, calculated again when rows, instruments or the UTC day change. */
export class RememberedPast {
  readonly #source: PastSource
  readonly #known = new Map<string, Remembered>()
  /** The thread holds one set of prices, so questions are sent one at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(source: PastSource) {
    this.#source = source
  }

  /** Marks all kept pasts as outdated. */
  forget(): void {
    for (const each of this.#known.values()) each.isOutdated = true
  }

  /** `now` in UTC ms. Throws what the thread throws. */
  read(accountIds: readonly string[], now: number): Promise<DerivedPast> {
    const key = accountIds.join(' ')
    const day = Math.floor(now / dayMs)
    const known = this.#known.get(key)
    if (known?.isOutdated === false && known.day === day) return known.past
    const found = this.#last.then(() => this.#derive(accountIds, now))
    // Newer rows are expected. The old past is shown until they are read.
    const past = found.then((own) => (isWaiting(own) && known !== undefined ? known.past.catch(() => own) : own))
    const remembered: Remembered = { past, day, isOutdated: false }
    this.#known.set(key, remembered)
    this.#last = found.then(
      (own) => {
        if (isWaiting(own)) remembered.isOutdated = true
      },
      () => {
        if (this.#known.get(key) === remembered) this.#known.delete(key)
      },
    )
    return past
  }

  /** Sends the recorded prices again, after the questions before it. The thread loses them when it stops while idle. */
  giveQuotes(now: number): Promise<void> {
    const given = this.#last.then(() => this.#giveQuotes(Math.floor(now / dayMs) * dayMs))
    this.#last = given.catch(() => undefined)
    return given
  }

  async #derive(accountIds: readonly string[], now: number): Promise<DerivedPast> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const past = await this.#source.derive(accountIds, now)
      if (past !== null) return past
      await this.#giveQuotes(Math.floor(now / dayMs) * dayMs)
    }
    throw new AppError('internal', m.ledger_past_not_worked_out)
  }

  /** The last price of each day before `until` (UTC ms), in chunks. */
  async #giveQuotes(until: number): Promise<void> {
    const { quotes, give } = this.#source
    const symbols = quotes.symbols()
    await give({ lines: [], until, isFirst: true, isLast: symbols.length === 0 })
    for (let first = 0; first < symbols.length; first += linesPerChunk) {
      const chunk = symbols.slice(first, first + linesPerChunk)
      const lines = await quotes.lines(chunk, 0, until, until / dayMs)
      await give({ lines, until, isFirst: false, isLast: first + linesPerChunk >= symbols.length })
    }
  }
}

/** Whether the figures of the service are newer than the rows. It is then not known yet whether they agree. */
const isWaiting = ({ isLoaded, isCertain, differing }: DerivedPast): boolean =>
  isLoaded && !isCertain && differing.length === 0
