import type { IncomeGrouping } from '#shared/model/ledger/income.ts'
import type { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import { noTaxOwners } from '../../insight/ledger/attribute-charges.ts'
import type { RecordedQuotes } from '../../journal/recorded/quotes.ts'
import type { Db } from '../../sqlite/db.ts'
import { mayHaveTaxes, readAround, readTotals, type ChargeQuestion } from '../reading/charge-answers.ts'
import { ChargeReader, type NearRow } from '../reading/charges.ts'
import { createDayRowReader } from '../reading/day-rows.ts'
import type { IncomeSpan } from '../reading/income/income-span.ts'
import { createLotReader, createQuantityReader } from '../reading/lots.ts'
import { PastDaysReader, type PastDaysQuestion } from '../reading/past-days-reader.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import { CurrentHoldings, type AboutAccounts, type AboutAccountsNow, type InputVersions } from './current-holdings.ts'
import { IncomeAnswers } from './income-answers.ts'
import { createPastDeriver, PastAnswers } from './past-answers.ts'
import { createPerformanceAnswers } from './performance-answers.ts'
import { RecordedPrices } from './recorded-prices.ts'
import { tablesOf } from './tables.ts'

interface AnswersSource {
  readonly db: Db
  /** Opens the recorded prices of the journal. */
  readonly openQuotes: () => Pick<RecordedQuotes, 'symbols' | 'lines'>
  /** Whether more questions follow. Answers are then prepared in advance. */
  readonly answersMany: boolean
}

/** The functions of the ledger's thread. */
export type LedgerHandlers = ReturnType<typeof createLedgerAnswers>['handlers']

/** Replays the rows and answers questions about the result. */
export function createLedgerAnswers({ db, openQuotes, answersMany }: AnswersSource) {
  const tables = tablesOf(db)
  const holdings = new CurrentHoldings(db, tables)
  const { instruments } = holdings.replay
  const readLots = createLotReader(db, tables, instruments)
  const charges = new ChargeReader(db)
  const pastDays = new PastDaysReader(db, tables, instruments)
  const readDayRows = createDayRowReader(db, tables)
  const source = { db, tables, holdings, prices: new RecordedPrices(openQuotes) }
  const pasts = new PastAnswers(createPastDeriver(source))
  const income = new IncomeAnswers({ ...source, answersMany })

  const handlers = {
    ...createPerformanceAnswers(source),

    refresh(choices: LedgerChoices, factsChanged: boolean) {
      if (factsChanged) holdings.replay.forgetFacts()
      return holdings.refresh(choices)
    },

    progress: () => holdings.progress,

    /** `withdrawn`: the rows of these accounts that the service no longer sends. */
    reconcile: (question: AboutAccounts, withdrawn: readonly WithdrawnRow[]) =>
      holdings.answer(question, (revision) => {
        holdings.reconciler.noteWithdrawn(question.accountIds, withdrawn)
        return holdings.compare(question, revision).filter((each) => each !== null)
      }),

    /** `symbol` null: of all instruments. */
    lots: (question: AboutAccounts, symbol: string | null) =>
      holdings.answer(question, () => question.accountIds.flatMap((id) => readLots(id, symbol))),

    quantities: createQuantityReader(db, tables),

    past: (question: AboutAccountsNow, versions: InputVersions) => pasts.read(question, versions),

    pastDays: (question: Omit<PastDaysQuestion, 'revision' | 'compared'>) =>
      holdings.answer(question, (revision) => {
        const compared = holdings.compare(question, revision)
        return holdings.inSlices(pastDays.steps({ ...question, revision, compared }))
      }),

    /** The rows of accounts since a time of the last days (UTC ms). */
    dayRows: (accountIds: readonly string[], from: number) => accountIds.map((id) => readDayRows(id, from)),

    /** One result for each question; `accountIds` are those of the questions. */
    charges: (about: AboutAccountsNow, questions: readonly ChargeQuestion[]) =>
      holdings.answer(about, async () => {
        const totals = []
        for (const question of questions) {
          const owners = await income.taxOwners({ ...about, accountIds: [question.accountId] })
          totals.push(await holdings.inSlices(readTotals(charges, tables, question, owners)))
        }
        return totals
      }),

    chargesAround(about: AboutAccountsNow, row: NearRow) {
      const isTaxed = mayHaveTaxes(row)
      return holdings.answer(isTaxed ? about : { ...about, accountIds: [] }, async () => {
        const owners = isTaxed ? await income.taxOwners(about) : noTaxOwners
        return holdings.inSlices(readAround(charges, tables, row, owners))
      })
    },

    /** The rows as the texts of a `ColumnText`. */
    income: (about: AboutAccountsNow, span: IncomeSpan, { facts }: InputVersions) =>
      holdings.answer(about, () => income.list(about, span, facts)),

    incomeSummary: (about: AboutAccountsNow, by: IncomeGrouping, { facts }: InputVersions) =>
      holdings.answer(about, () => {
        const lots = about.accountIds.flatMap((id) => readLots(id, null))
        return income.summarize(about, lots, by, facts)
      }),
  }
  return { handlers, stop: () => holdings.stop() }
}
