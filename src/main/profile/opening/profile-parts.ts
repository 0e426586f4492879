import { Alerts } from '../../alerts/alerts.ts'
import { Exports } from '../../export/exports.ts'
import { noteExport } from '../../export/written-exports.ts'
import { KindKeeper } from '../../kinds/kind-keeper.ts'
import { DifferenceWatch } from '../../ledger/difference-watch.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { MissingPayments } from '../../ledger/missing-payments.ts'
import { createLedgerThread } from '../../ledger/thread/start-thread.ts'
import { recordMargins } from '../../margin/margin-recorder.ts'
import { MirrorJob } from '../../mirror/mirror-job.ts'
import { CancelsWhilePaused } from '../../orders/cancels-while-paused.ts'
import { Cancels } from '../../orders/cancels.ts'
import { OrderReader } from '../../orders/order-reader.ts'
import { Reports } from '../../reports/reports.ts'
import { InstrumentFollower } from '../../sync/instrument/instrument-follower.ts'
import { createJobs } from '../../sync/jobs/create-jobs.ts'
import { QuoteBoard } from '../../sync/quotes/quote-board.ts'
import { openComputers } from './open-computers.ts'
import { builtThreads, openConnection, type Ground, type OpenProfileOptions, type Opening } from './open-connection.ts'

export type ProfileParts = ReturnType<typeof buildParts>

/** Builds the parts of a profile. Each part uses only parts above it. No job runs yet. */
export function buildParts(options: OpenProfileOptions, opening: Opening) {
  const ground = openConnection(options, opening)
  const subjects = buildSubjects(options, opening, ground)
  const { scheduler, context } = ground
  const computers = openComputers(options, ground, subjects)
  opening.closing.add(() => computers.close())
  const orders = buildOrders(options, ground)
  const instruments = new InstrumentFollower(context)
  const board = new QuoteBoard(context)
  const readDifferences = () => subjects.differences.list()
  const jobs = createJobs(context, board, ground.problems, instruments, { ...orders, readDifferences })
  scheduler.add(...jobs, subjects.reports.job)
  return { ...ground, ...subjects, ...orders, instruments, board, computers }
}

/** Builds the parts that work with the data: kinds, ledger, alerts, exports and reports. */
function buildSubjects(
  options: OpenProfileOptions,
  { closing, onCacheDamage }: Opening,
  { data, events, publish, connection, scheduler, broker, problems, context }: Ground,
) {
  const { clock, logFault, threadFiles = builtThreads } = options
  const { cache, journal } = data
  const isHidden = (): boolean => !context.attention.isWindowVisible
  const kinds = new KindKeeper({ cache, journal, clock, publish, logFault })
  const ledger = new Ledger({
    thread: createLedgerThread({
      threadFile: threadFiles.ledger,
      paths: data.paths,
      priority: data.priority,
      clock,
      isHidden,
    }),
    journal,
    clock,
    publish,
    onDamage: onCacheDamage,
    // The bus of the host, because changes of settings and opening balances are published there.
    listen: (listener) => options.events.listen(listener),
    wakeTransactions: () => {
      if (scheduler.isStarted) scheduler.wake('transactions', 'schedule')
    },
    logFault,
  })
  closing.add(() => ledger.close())
  const differences = new DifferenceWatch({
    ledger,
    clock,
    logFault,
    listen: (listener) => options.events.listen(listener),
    accountIds: () => cache.accounts.list().map(({ account }) => account.id),
    isHidden,
  })
  closing.add(() => differences.close())
  const missingPayments = new MissingPayments({
    ledger,
    clock,
    logFault,
    listen: (listener) => options.events.listen(listener),
    accountIds: () => cache.accounts.list().map(({ account }) => account.id),
  })
  closing.add(() => missingPayments.close())
  const alerts = new Alerts({
    cache,
    journal,
    problems,
    clock,
    publish,
    logFault,
    connection: () => connection.state,
    differences: () => differences.list(),
    missingPayments: () => missingPayments.list(),
    listen: (listener) => events.listen(listener),
  })
  closing.add(() => alerts.close())
  missingPayments.tell({ isWanted: () => alerts.wantsMissingPayments, onChange: () => alerts.checkMissingPayments() })
  closing.add(recordMargins({ cache, journal, problems, logFault, listen: (listener) => events.listen(listener) }))
  const exports = new Exports({
    threadFile: threadFiles.export,
    cachePath: data.paths.cache,
    folder: options.exportDir,
    clock,
    onChange: () => publish('exports.changed'),
    onWritten: (path) => noteWritten(options, path),
    onDamage: onCacheDamage,
  })
  closing.add(() => exports.close())
  const mirror = new MirrorJob({
    profile: options.profile,
    directory: options.directory,
    threadFiles,
    settings: journal.settings,
    clock,
    logFault,
    onChange: () => publish('mirror.changed'),
  })
  closing.add(() => mirror.close())
  const reports = new Reports({
    broker,
    clock,
    publish,
    logFault,
    library: journal.reports,
    schedules: journal.reportSchedules,
    folder: options.reportDir,
    wakeJob: () => {
      if (scheduler.isStarted) scheduler.wake('reports', 'user')
    },
  })
  return { kinds, ledger, differences, alerts, exports, mirror, reports }
}

/**
 * Records an exported file. If that fails, the export is still valid, but the file stays when the data of this profile is
 * deleted.
 */
function noteWritten({ directory, logFault }: OpenProfileOptions, path: string): void {
  try {
    noteExport(directory, path)
  } catch (error) {
    logFault('the note of an export', error)
  }
}

/** Builds the parts that read and cancel orders. */
function buildOrders({ clock, logFault }: OpenProfileOptions, ground: Ground) {
  const { broker, context, publish, scheduler, syncGate } = ground
  const { cache, journal } = ground.data
  const reader = new OrderReader(context)
  const mayRequest = (): boolean => syncGate.allowsUserRequests
  const cancels = new Cancels({ broker, reader, cache, journal, clock, publish, logFault, mayRequest })
  const whilePaused = new CancelsWhilePaused({ cancels, clock, isPaused: () => syncGate.isPaused })
  cancels.onOutcome(() => {
    scheduler.wake('cancels', 'schedule')
    whilePaused.start()
  })
  return { reader, cancels, whilePaused }
}
