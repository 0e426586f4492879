import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { TaxOwners } from '../../insight/ledger/attribute-charges.ts'
import type { Db } from '../../sqlite/db.ts'
import type { UnnamedIncomeSummary } from '../reading/income/income-summary.ts'
import { IncomeTexts } from '../reading/income/income-texts.ts'
import { IncomeReader, type IncomeQuestion } from '../reading/income/income.ts'
import { PackedIncome } from '../reading/income/packed-income.ts'
import type { LedgerReplay } from '../replay/ledger-replay.ts'
import type { LedgerTask } from './messages.ts'

type ListTask = Extract<LedgerTask, { kind: 'income' }>
type SummaryTask = Extract<LedgerTask, { kind: 'income-summary' }>
type AnyTask = Pick<ListTask, 'choices' | 'accountIds' | 'now' | 'rateLines'>
type Tables = ConstructorParameters<typeof IncomeReader>[1] & ConstructorParameters<typeof IncomeTexts>[1]

interface IncomeSource {
  readonly db: Db
  readonly tables: Tables
  readonly replay: LedgerReplay
  readonly inSlices: <T>(steps: Generator<void, T>) => Promise<T>
}

/** Answers questions about income, after the holdings were brought up to date. */
export interface IncomeAnswers {
  /** The rows as the texts of a `ColumnText`. */
  list(task: ListTask): Promise<readonly string[]>
  summarize(task: SummaryTask, lots: readonly OpenLot[]): Promise<UnnamedIncomeSummary>
  /** The payments that the taxes of one account belong to. */
  taxOwners(task: AnyTask): Promise<TaxOwners>
}

/** A question with all its inputs. */
function questionOf(
  { choices, accountIds, now, rateLines }: AnyTask,
  replay: LedgerReplay,
  income: IncomeReader,
): IncomeQuestion {
  const isCurrent = replay.isCurrent(choices)
  const revision = isCurrent ? `${replay.revision}` : `rows ${income.countRows()}`
  income.forget(isCurrent ? replay.takeReplayed() : 'all')
  return { choices, accountIds, now, revision, rateLines }
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

  async list(task: ListTask): Promise<readonly string[]> {
    await this.#prepare(task)
    const texts = this.#texts.read(this.#questionOf(task), task)
    // Only the end of the thread stops it. Texts that it has not written are written on demand.
    this.#source.inSlices(this.#texts.writeAhead()).catch(() => undefined)
    return texts
  }

  async summarize(task: SummaryTask, lots: readonly OpenLot[]): Promise<UnnamedIncomeSummary> {
    await this.#prepare(task)
    return this.#income.summarize(this.#questionOf(task), lots, task.by)
  }

  async taxOwners(task: AnyTask): Promise<TaxOwners> {
    await this.#prepare(task)
    return this.#income.taxOwners(this.#questionOf(task))
  }

  #questionOf(task: AnyTask): IncomeQuestion {
    return questionOf(task, this.#source.replay, this.#income)
  }

  #prepare(task: AnyTask): Promise<void> {
    const { replay, inSlices } = this.#source
    const { revision } = replay
    const isCurrent = (): boolean => replay.revision === revision && replay.isCurrent(task.choices)
    return inSlices(this.#income.prepare(this.#questionOf(task), isCurrent))
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

  list(task: ListTask): Promise<readonly string[]> {
    return this.#source.inSlices(this.#packed.read(questionOf(task, this.#source.replay, this.#income), task))
  }

  summarize(task: SummaryTask, lots: readonly OpenLot[]): Promise<UnnamedIncomeSummary> {
    const question = questionOf(task, this.#source.replay, this.#income)
    return this.#source.inSlices(this.#packed.summarize(question, lots, task.by))
  }

  taxOwners(task: AnyTask): Promise<TaxOwners> {
    return Promise.resolve(this.#income.taxOwners(questionOf(task, this.#source.replay, this.#income)))
  }
}
