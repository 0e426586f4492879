import type { IncomeGrouping } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { TaxOwners } from '../../insight/ledger/attribute-charges.ts'
import type { Db } from '../../sqlite/db.ts'
import type { UnnamedIncomeSummary } from '../reading/income/income-summary.ts'
import { IncomeTexts } from '../reading/income/income-texts.ts'
import { IncomeReader, type IncomeQuestion } from '../reading/income/income.ts'
import { PackedIncome } from '../reading/income/packed-income.ts'
import type { AboutAccountsNow, CurrentHoldings } from './current-holdings.ts'
import type { RecordedPrices } from './recorded-prices.ts'
import type { LedgerTables } from './tables.ts'

type Span = Parameters<IncomeTexts['read']>[1]

interface IncomeSource {
  readonly db: Db
  readonly tables: LedgerTables
  readonly holdings: CurrentHoldings
  readonly prices: Pick<RecordedPrices, 'rates'>
}

/** Answers questions about income, after the holdings were brought up to date. */
export interface IncomeAnswers {
  /** The rows as the texts of a `ColumnText`. */
  list(about: AboutAccountsNow, span: Span): Promise<readonly string[]>
  summarize(about: AboutAccountsNow, lots: readonly OpenLot[], by: IncomeGrouping): Promise<UnnamedIncomeSummary>
  /** The payments that the taxes of one account belong to. */
  taxOwners(about: AboutAccountsNow): Promise<TaxOwners>
}

/** A question with all its inputs, as they are now. */
function questionOf(
  about: AboutAccountsNow,
  rateLines: IncomeQuestion['rateLines'],
  { replay }: CurrentHoldings,
  income: IncomeReader,
): IncomeQuestion {
  const isCurrent = replay.isCurrent(about.choices)
  const revision = isCurrent ? `${replay.revision}` : `rows ${income.countRows()}`
  income.forget(isCurrent ? replay.takeReplayed() : 'all')
  return { ...about, revision, rateLines }
}

/** For windows, which ask again after each change. Results are kept, and other questions are answered during a calculation. */
export class CachedIncome implements IncomeAnswers {
  readonly #source: IncomeSource
  readonly #income: IncomeReader
  readonly #texts: IncomeTexts

  constructor(source: IncomeSource) {
    this.#source = source
    this.#income = new IncomeReader(source.db, source.tables)
    this.#texts = new IncomeTexts(this.#income, source.tables)
  }

  async list(about: AboutAccountsNow, span: Span): Promise<readonly string[]> {
    const texts = this.#texts.read(await this.#prepare(about), span)
    // Only the end of the thread stops it. Texts that it has not written are written on demand.
    this.#source.holdings.inSlices(this.#texts.writeAhead()).catch(() => undefined)
    return texts
  }

  async summarize(
    about: AboutAccountsNow,
    lots: readonly OpenLot[],
    by: IncomeGrouping,
  ): Promise<UnnamedIncomeSummary> {
    return this.#income.summarize(await this.#prepare(about), lots, by)
  }

  async taxOwners(about: AboutAccountsNow): Promise<TaxOwners> {
    return this.#income.taxOwners(await this.#prepare(about))
  }

  /** Calculates what is missing, in slices. Returns the question as it is afterwards. */
  async #prepare(about: AboutAccountsNow): Promise<IncomeQuestion> {
    const { holdings, prices } = this.#source
    const rateLines = await prices.rates(about.now)
    const { revision } = holdings.replay
    const isCurrent = (): boolean => holdings.replay.revision === revision && holdings.replay.isCurrent(about.choices)
    const question = (): IncomeQuestion => questionOf(about, rateLines, holdings, this.#income)
    await holdings.inSlices(this.#income.prepare(question(), isCurrent))
    return question()
  }
}

/** For a program that reads the list once, in chunks, with little memory. */
export class OneIncome implements IncomeAnswers {
  readonly #source: IncomeSource
  readonly #income: IncomeReader
  readonly #packed: PackedIncome

  constructor(source: IncomeSource) {
    this.#source = source
    this.#income = new IncomeReader(source.db, source.tables)
    this.#packed = new PackedIncome(this.#income, source.tables)
  }

  async list(about: AboutAccountsNow, span: Span): Promise<readonly string[]> {
    return this.#source.holdings.inSlices(this.#packed.read(await this.#questionOf(about), span))
  }

  async summarize(
    about: AboutAccountsNow,
    lots: readonly OpenLot[],
    by: IncomeGrouping,
  ): Promise<UnnamedIncomeSummary> {
    return this.#source.holdings.inSlices(this.#packed.summarize(await this.#questionOf(about), lots, by))
  }

  async taxOwners(about: AboutAccountsNow): Promise<TaxOwners> {
    return this.#income.taxOwners(await this.#questionOf(about))
  }

  async #questionOf(about: AboutAccountsNow): Promise<IncomeQuestion> {
    const { holdings, prices } = this.#source
    return questionOf(about, await prices.rates(about.now), holdings, this.#income)
  }
}
