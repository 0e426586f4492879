// Runs in its own thread: replays the rows and reads what follows from them.
import { parentPort, workerData } from 'node:worker_threads'
import { createCoverage } from '../../cache/history/coverage.ts'
import { createHistoryState } from '../../cache/history/history-state.ts'
import { createInstrumentDetails } from '../../cache/instruments/details.ts'
import { openCacheWriter } from '../../cache/open.ts'
import { Accounts } from '../../cache/tables/accounts.ts'
import { createCorporateEvents } from '../../cache/tables/corporate-events.ts'
import { asPortable } from '../../sqlite/damage.ts'
import { goSecond } from '../../sqlite/write-priority.ts'
import type { ThreadRequest } from '../../threads/messages.ts'
import { sendFailure, sendResult } from '../../threads/thread-reply.ts'
import { readHistory } from '../reading/history.ts'
import { createLotReader } from '../reading/lots.ts'
import { PastReader } from '../reading/past.ts'
import { createQuantityReader } from '../reading/quantities.ts'
import { Reconciler } from '../reading/reconciliation.ts'
import type { LedgerChoices } from '../replay/basis.ts'
import { LedgerReplay } from '../replay/ledger-replay.ts'
import type { LedgerTask, LedgerThreadData } from './messages.ts'
import { GivenQuotes } from './given-quotes.ts'
import { PerformanceAnswers, type PerformanceTask } from './performance-answers.ts'
import { ReplayRunner } from './replay-runner.ts'
import { runInSlices } from './slices.ts'

const { path, priority } = workerData as LedgerThreadData
const db = openCacheWriter(path)
const tables = {
  accounts: new Accounts(db),
  coverage: createCoverage(db),
  history: createHistoryState(db),
  instrumentDetails: createInstrumentDetails(db),
  corporateEvents: createCorporateEvents(db),
}
const replay = new LedgerReplay(db, goSecond(priority))
const runner = new ReplayRunner(replay)
const reconciler = new Reconciler(db, tables)
const readLots = createLotReader(db, tables, replay.instruments)
const past = new PastReader(db, tables, replay.instruments)
const quotes = new GivenQuotes()
const performance = new PerformanceAnswers({ db, tables, instruments: replay.instruments })
const readQuantities = createQuantityReader(db, tables)

/** A replay is of no use for accounts of which a part is missing. */
const isAnyWhole = (accountIds: readonly string[]): boolean =>
  accountIds.some((id) => readHistory(tables, id).wholeUntil !== null)

const bringUpToDate = (choices: LedgerChoices, accountIds: readonly string[]) =>
  isAnyWhole(accountIds) ? runner.run(choices) : Promise.resolve({ accountIds: [], rowsRead: 0 })

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
      const { choices, accountIds: asked, now } = task
      const { accountIds } = await bringUpToDate(choices, asked)
      const revision = replay.isCurrent(choices) ? replay.revision : null
      const compared = asked.map((id) => reconciler.read(id, choices, revision))
      const steps = past.steps({ choices, accountIds: asked, now, quotes: quotes.lines, compared })
      return { value: await runInSlices(steps, () => runner.isStopped), accountIds }
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
  run(task).then(
    (value) => sendResult(id, value),
    (error: unknown) => sendFailure(id, asPortable(error), 'The ledger could not be read'),
  )
})
