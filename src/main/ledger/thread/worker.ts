// Runs in its own thread: replays the rows and reads what follows from them.
import { parentPort, workerData } from 'node:worker_threads'
import { createCoverage } from '../../cache/history/coverage.ts'
import { createHistoryState } from '../../cache/history/history-state.ts'
import { createInstrumentDetails } from '../../cache/instruments/parts.ts'
import { createInstruments } from '../../cache/instruments/instruments.ts'
import { keepPrivateLedger } from '../../cache/ledger/private-copy.ts'
import { openCacheSnapshot, openCacheWriter } from '../../cache/open.ts'
import { Accounts } from '../../cache/tables/accounts.ts'
import { createCorporateEvents } from '../../cache/tables/corporate-events.ts'
import { m } from '../../../shared/messages/messages.js'
import { dayMs } from '../../../shared/durations.ts'
import { asPortable } from '../../sqlite/errors.ts'
import { holdKeyOf } from '../../sqlite/keys.ts'
import { goSecond } from '../../sqlite/write-priority.ts'
import { sendFailure, sendResult, workFor, type ThreadRequest } from '../../threads/messages.ts'
import { readAround, readTotals } from '../reading/charge-answers.ts'
import { ChargeReader } from '../reading/charges.ts'
import { createDayRowReader } from '../reading/day-rows.ts'
import { createOwnAccounts, readHistory } from '../reading/history.ts'
import { IncomeReader } from '../reading/income/income.ts'
import { IncomeTexts } from '../reading/income/income-texts.ts'
import { createLotReader, createQuantityReader } from '../reading/lots.ts'
import { PastReader } from '../past/reader.ts'
import { PastDaysReader } from '../reading/past-days.ts'
import { Reconciler } from '../reading/reconciliation.ts'
import type { LedgerChoices } from '../replay/basis.ts'
import { LedgerReplay } from '../replay/ledger-replay.ts'
import type { LedgerTask, LedgerThreadData } from './messages.ts'
import { GivenQuotes, PerformanceAnswers, type PerformanceTask } from './performance-answers.ts'
import { ReplayRunner, runInSlices } from './replay-runner.ts'

const { path, key, priority, readsOnly } = workerData as LedgerThreadData
holdKeyOf(path, key)
const db = readsOnly ? openCacheSnapshot(path) : openCacheWriter(path)
const tables = {
  accounts: new Accounts(db),
  coverage: createCoverage(db),
  history: createHistoryState(db),
  instruments: createInstruments(db),
  instrumentDetails: createInstrumentDetails(db),
  corporateEvents: createCorporateEvents(db),
}
const isWhole = (accountId: string): boolean => readHistory(tables, accountId).wholeUntil !== null
const writer = readsOnly ? keepPrivateLedger(db) : goSecond(priority)
const replay = new LedgerReplay(db, writer, createOwnAccounts(db, tables))
const runner = new ReplayRunner(replay)
const reconciler = new Reconciler(db, tables)
const readLots = createLotReader(db, tables, replay.instruments)
const charges = new ChargeReader(db)
const past = new PastReader(db, tables, replay.instruments, writer)
const quotes = new GivenQuotes()
const performance = new PerformanceAnswers({ db, tables, instruments: replay.instruments })
const pastDays = new PastDaysReader(db, tables, replay.instruments)
/** What is known about instruments, as of the last question about the past. */
let pastFacts = 0
const readQuantities = createQuantityReader(db, tables)
const readDayRows = createDayRowReader(db, tables)
const income = new IncomeReader(db, tables)
const incomeTexts = new IncomeTexts(income, tables)

/** What a question about income rests on, after the holdings were brought up to date. */
function incomeQuestion({ choices, accountIds, now }: Pick<IncomeAsked, 'choices' | 'accountIds' | 'now'>) {
  const isCurrent = replay.isCurrent(choices)
  const revision = isCurrent ? `${replay.revision}` : `rows ${income.countRows()}`
  income.forget(isCurrent ? replay.takeReplayed() : 'all')
  return { choices, accountIds, now, revision }
}
/** Other questions are answered while income is calculated for the first time. */
function prepareIncome(task: IncomeAsked): Promise<void> {
  const { revision } = replay
  const isCurrent = (): boolean => replay.revision === revision && replay.isCurrent(task.choices)
  return inSlices(income.prepare(incomeQuestion(task), isCurrent))
}
type IncomeAsked = Extract<LedgerTask, { kind: 'income' | 'income-summary' }>

/** A replay is of no use for accounts of which a part is missing. */
const isAnyWhole = (accountIds: readonly string[]): boolean => accountIds.some(isWhole)

const bringUpToDate = (choices: LedgerChoices, accountIds: readonly string[]) =>
  isAnyWhole(accountIds) ? runner.run(choices) : Promise.resolve({ accountIds: [], rowsRead: 0 })

const inSlices = <T>(steps: Generator<void, T>): Promise<T> => runInSlices(steps, () => runner.isStopped)

async function run(task: LedgerTask): Promise<unknown> {
  switch (task.kind) {
    case 'refresh': {
      if (task.factsChanged) replay.forgetFacts()
      const all = tables.accounts.list().map(({ account }) => account.id)
      const { accountIds, rowsRead } = await bringUpToDate(task.choices, all)
      return { value: { rowsRead }, accountIds }
    }
    case 'reconcile': {
      const { accountIds } = await bringUpToDate(task.choices, task.accountIds)
      const revision = replay.isCurrent(task.choices) ? replay.revision : null
      return { value: task.accountIds.flatMap((id) => reconciler.read(id, task.choices, revision) ?? []), accountIds }
    }
    case 'lots': {
      const { accountIds } = await bringUpToDate(task.choices, task.accountIds)
      return { value: task.accountIds.flatMap((id) => readLots(id, task.symbol)), accountIds }
    }
    case 'quantities':
      return readQuantities(task.accountId, task.symbol, task.choices)
    case 'past-quotes':
      quotes.give(task)
      return null
    case 'past': {
      const { choices, accountIds: asked, now, factsVersion } = task
      const given = quotes.ofDay(now)
      if (given === null) return { value: null, accountIds: [] }
      if (pastFacts !== factsVersion) replay.forgetFacts()
      pastFacts = factsVersion
      const { accountIds } = await bringUpToDate(choices, asked)
      const revision = replay.isCurrent(choices) ? replay.revision : null
      const compared = asked.map((id) => reconciler.read(id, choices, revision))
      const steps = past.steps({
        ...{ choices, accountIds: asked, now, compared, factsVersion },
        ...{ quotes: given, quotesUntil: Math.floor(now / dayMs) * dayMs },
      })
      return { value: await inSlices(steps), accountIds }
    }
    case 'charges': {
      const totals = []
      for (const question of task.questions) totals.push(await inSlices(readTotals(charges, tables, question)))
      return totals
    }
    case 'charges-around':
      return inSlices(readAround(charges, tables, task.row))
    case 'day-rows':
      return task.accountIds.map((id) => readDayRows(id, task.from))
    case 'past-days': {
      const { choices, accountIds: asked } = task
      const { accountIds } = await bringUpToDate(choices, asked)
      const revision = replay.isCurrent(choices) ? replay.revision : null
      const compared = asked.map((id) => reconciler.read(id, choices, revision))
      const steps = pastDays.steps({ ...task, revision, compared })
      return { value: await runInSlices(steps, () => runner.isStopped), accountIds }
    }
    case 'income': {
      const { accountIds } = await bringUpToDate(task.choices, task.accountIds)
      await prepareIncome(task)
      const value = incomeTexts.read(incomeQuestion(task), task)
      // Only the end of the thread stops it; what it has not written is written when it is asked for.
      inSlices(incomeTexts.writeAhead()).catch(() => undefined)
      return { value, accountIds }
    }
    case 'income-summary': {
      const { accountIds } = await bringUpToDate(task.choices, task.accountIds)
      await prepareIncome(task)
      const lots = task.accountIds.flatMap((id) => readLots(id, null))
      return { value: income.summarize(incomeQuestion(task), lots, task.by), accountIds }
    }
    case 'performance':
    case 'performance-table':
    case 'performance-explanation':
    case 'realized':
    case 'benchmark':
      return answerPerformance(task)
    case 'progress':
      return runner.progress
  }
}

async function answerPerformance(task: PerformanceTask): Promise<unknown> {
  const { choices, question } = task
  const lines = quotes.ofDay(question.now)
  if (lines === null) return { value: 'needs-quotes', accountIds: [] }
  const { accountIds } = await bringUpToDate(choices, question.accountIds)
  const revision = replay.isCurrent(choices) ? replay.revision : null
  const compared = question.accountIds.map((id) => reconciler.read(id, choices, revision))
  const steps = performance.steps(task, { ...question, choices, compared, quotes: lines }, revision)
  return { value: await runInSlices(steps, () => runner.isStopped), accountIds }
}

parentPort?.on('message', (request: ThreadRequest<LedgerTask> | 'close') => {
  if (request === 'close') {
    void runner.stop().then(() => {
      db.close()
      parentPort?.close()
    })
    return
  }
  const { id, task } = request
  const answer = workFor(request, () => run(task))
  answer.then(
    (value) => sendResult(id, value),
    (error: unknown) => sendFailure(id, asPortable(error), m.ledger_could_not_be_read()),
  )
})
