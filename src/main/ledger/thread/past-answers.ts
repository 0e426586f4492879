import { dayMs } from '#shared/durations.ts'
import type { DerivedPast } from '../../insight/history/past-price.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import { PastReader } from '../past/past-reader.ts'
import type { AboutAccountsNow, Answer, CurrentHoldings, InputVersions } from './current-holdings.ts'
import type { RecordedPrices } from './recorded-prices.ts'
import type { LedgerTables } from './tables.ts'

interface PastSource {
  readonly db: Db
  readonly tables: LedgerTables
  readonly holdings: CurrentHoldings
  readonly prices: Pick<RecordedPrices, 'lines'>
}

/** The app asks about all accounts, and about each one. */
const maxAnswers = 20

type Derive = (question: AboutAccountsNow, factsVersion: number) => Promise<Answer<DerivedPast>>

/** Derives the past of one set of accounts after the other: each is stored with the states from which it continues. */
export function createPastDeriver({ db, tables, holdings, prices }: PastSource): Derive {
  const reader = new PastReader(db, tables, holdings.replay.instruments)
  let last: Promise<unknown> = Promise.resolve()
  let facts = 0

  async function derive(question: AboutAccountsNow, factsVersion: number): Promise<Answer<DerivedPast>> {
    const quotes = await prices.lines(question.now)
    if (facts !== factsVersion) holdings.replay.forgetFacts()
    facts = factsVersion
    return holdings.answer(question, (revision) => {
      const compared = holdings.compare(question, revision)
      const quotesUntil = Math.floor(question.now / dayMs) * dayMs
      return holdings.inSlices(reader.steps({ ...question, compared, quotes, quotesUntil, factsVersion }))
    })
  }

  return (...question) => {
    const derived = last.then(() => derive(...question))
    last = derived.catch(() => undefined)
    return derived
  }
}

/** The past of each set of accounts. It is kept until rows, instruments or the UTC day change. */
export class PastAnswers {
  readonly #derive: Derive
  readonly #known = new Memo<Promise<DerivedPast>>(maxAnswers)

  constructor(derive: Derive) {
    this.#derive = derive
  }

  async read(question: AboutAccountsNow, { rows, facts }: InputVersions): Promise<Answer<DerivedPast>> {
    const key = question.accountIds.join(' ')
    const before = this.#known.last(key)
    let accountIds: readonly string[] = []
    const derive = async (): Promise<DerivedPast> => {
      const own = await this.#derive(question, facts)
      accountIds = own.accountIds
      if (!isWaiting(own.value)) return own.value
      // Newer rows are expected. The old past is shown until they are read.
      this.#known.expire(key)
      return before?.catch(() => own.value) ?? own.value
    }
    const value = await this.#known.read(`${Math.floor(question.now / dayMs)} ${rows}`, derive, key)
    return { value, accountIds }
  }
}

/** Whether the figures of the service are newer than the rows. It is then not known yet whether they agree. */
const isWaiting = ({ isLoaded, isCertain, differing }: DerivedPast): boolean =>
  isLoaded && !isCertain && differing.length === 0
