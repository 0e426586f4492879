import type { IncomeGrouping } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { AccountIncome } from '../../insight/income/account-income.ts'
import { taxOwners } from '../../insight/income/tax-owners.ts'
import type { TaxOwners } from '../../insight/ledger/attribute-charges.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import { IncomeList } from '../reading/income/income-list.ts'
import { IncomeReader, type IncomeQuestion } from '../reading/income/income-reader.ts'
import type { IncomeSpan } from '../reading/income/income-span.ts'
import { sumRows, type UnnamedIncomeSummary } from '../reading/income/income-summary.ts'
import type { AboutAccountsNow, CurrentHoldings } from './current-holdings.ts'
import type { RecordedPrices } from './recorded-prices.ts'
import type { LedgerTables } from './tables.ts'

interface IncomeSource {
  readonly db: Db
  readonly tables: Pick<LedgerTables, 'instruments'> & ConstructorParameters<typeof IncomeReader>[1]
  readonly holdings: Pick<CurrentHoldings, 'replay' | 'inSlices'>
  readonly prices: Pick<RecordedPrices, 'rates'>
  /**
   * Whether more questions follow, as those of windows after each change: the income of each holding is then kept. A program
   * that reads the list once does that with little memory.
   */
  readonly answersMany: boolean
}

/** A question as it is now. */
interface Stated {
  readonly question: IncomeQuestion
  readonly version: number
}

/** Windows ask about one set of accounts, alerts about all. */
const maxLists = 2
const maxOwners = 20

/** Answers questions about income, after the holdings were brought up to date. */
export class IncomeAnswers {
  readonly #source: IncomeSource
  readonly #income: IncomeReader
  readonly #lists: Memo<Promise<IncomeList>>
  readonly #owners: Memo<Promise<TaxOwners>>
  readonly #sums = new Memo<ReturnType<typeof sumRows>>()
  /** The list whose texts are written ahead. */
  #ahead: IncomeList | null = null

  constructor(source: IncomeSource) {
    const { db, tables, answersMany } = source
    this.#source = source
    this.#income = new IncomeReader(db, tables, answersMany)
    this.#lists = new Memo(answersMany ? maxLists : 1)
    this.#owners = new Memo(answersMany ? maxOwners : 1)
  }

  /** The rows as the texts of a `ColumnText`. `facts`: the version of the facts about instruments. */
  async list(about: AboutAccountsNow, span: IncomeSpan, facts: number): Promise<readonly string[]> {
    const { holdings, answersMany } = this.#source
    const list = await this.#list(await this.#state(about), facts)
    const texts = await holdings.inSlices(list.read(span))
    if (answersMany && span.symbol === null && this.#ahead !== list) {
      this.#ahead = list
      // Only the end of the thread stops it. Texts that it has not written are written on demand.
      holdings.inSlices(this.#writeAhead(list)).catch(() => undefined)
    }
    return texts
  }

  async summarize(
    about: AboutAccountsNow,
    lots: readonly OpenLot[],
    by: IncomeGrouping,
    facts: number,
  ): Promise<UnnamedIncomeSummary> {
    const stated = await this.#state(about)
    const list = await this.#list(stated, facts)
    const stamp = JSON.stringify([stated.version, about.accountIds, by])
    const sum = () => sumRows(about.now, { rows: list.rows(), unassigned: list.unassigned }, lots, by)
    return { ...this.#sums.read(stamp, sum), coverage: this.#income.coverage(about.accountIds) }
  }

  /** The payments that the taxes of one account belong to. */
  async taxOwners(about: AboutAccountsNow): Promise<TaxOwners> {
    const { question, version } = await this.#state(about)
    const read = async (): Promise<TaxOwners> => {
      const taxes: AccountIncome['taxes'][number][] = []
      await this.#collect(question, (part) => taxes.push(...part.taxes))
      return taxOwners(taxes)
    }
    return this.#owners.read(String(version), read, about.accountIds.join(' '))
  }

  #list({ question, version }: Stated, facts: number): Promise<IncomeList> {
    const { tables, answersMany } = this.#source
    const read = async (): Promise<IncomeList> => {
      const list = new IncomeList(tables, answersMany)
      await this.#collect(question, (part) => list.add(part))
      return list
    }
    return this.#lists.read(`${version} ${facts}`, read, question.accountIds.join(' '))
  }

  async #state(about: AboutAccountsNow): Promise<Stated> {
    const rateLines = await this.#source.prices.rates(about.now)
    const question = this.#now({ ...about, rateLines })
    return { question, version: this.#income.version(question) }
  }

  /** The question with the present revision of the rows. */
  #now(asked: Omit<IncomeQuestion, 'revision'>): IncomeQuestion {
    const { replay } = this.#source.holdings
    const isCurrent = replay.isCurrent(asked.choices)
    this.#income.forget(isCurrent ? replay.takeReplayed() : 'all')
    return { ...asked, revision: isCurrent ? `${replay.revision}` : `rows ${this.#income.countRows()}` }
  }

  /** What is kept is calculated in slices first, because rows may change between them. Then all parts are read at once. */
  async #collect(question: IncomeQuestion, use: (part: AccountIncome) => unknown): Promise<void> {
    const { holdings, answersMany } = this.#source
    if (!answersMany) return holdings.inSlices(usedSteps(this.#income.parts(question), use))
    const { revision } = holdings.replay
    const isCurrent = (): boolean =>
      holdings.replay.revision === revision && holdings.replay.isCurrent(question.choices)
    await holdings.inSlices(this.#income.prepare(question, isCurrent))
    for (const part of this.#income.parts(this.#now(question))) use(part)
  }

  *#writeAhead(list: IncomeList): Generator<void, void> {
    for (const step of list.writeAhead()) {
      if (this.#ahead !== list) return
      yield step
    }
  }
}

function* usedSteps(parts: Iterable<AccountIncome>, use: (part: AccountIncome) => unknown): Generator<void, void> {
  for (const part of parts) {
    use(part)
    yield
  }
}
