import { defaultSettings, requestShares } from '#shared/default-settings.ts'
import { RequestShare } from '#shared/model/app/settings.ts'
import type { OpenProfile } from '../../api/context.ts'
import type { CacheSetAside } from '../../cache/open.ts'
import { collectGarbage, preferMemory } from '../../host/v8-settings.ts'
import { countMarkets } from '../../insight/market/market-state.ts'
import { CheckRequests } from '../../service/check-requests.ts'
import { ServiceChecks } from '../../service/service-checks.ts'
import { applyWithdrawn, keepFormerRows } from '../../sync/history/withdrawn-rows.ts'
import { isOnlyRate } from '../../sync/interest/followed.ts'
import { watchClock } from '../../time/clock-watch.ts'
import { Closing, type OpenProfileOptions } from './open-connection.ts'
import { buildParts, type ProfileParts } from './profile-parts.ts'
import { releaseMemoryWhileHidden } from './release-memory.ts'

export interface RunningProfile extends OpenProfile {
  /** The damaged cache that was replaced by an empty one when this profile was opened. */
  readonly cacheSetAside: CacheSetAside | null
  /** Call after a change of the secret: ends the session and starts again. */
  restart(): Promise<void>
  /** Call after a sign-in: checks a service that was never checked, in the background. */
  checkNewService(): void
  /** Stops the jobs and ends the session. The data stays. */
  signOut(): void
  /** Call when the computer goes to sleep: no job runs until it wakes. */
  sleep(): void
  wake(): void
  /** Call when the screen was unlocked: the keyring may be unlocked too. */
  noteUnlock(): void
  /** Call when the computer switches between battery and mains. */
  notePower(): void
  /** Never rejects. Failures to close are logged. */
  close(): Promise<void>
}

/**
 * Opens the data of a profile and keeps it in sync with its service until it is closed. If the cache is found damaged, it is
 * set aside. Throws other errors of the opening; then nothing is left open.
 */
export async function openProfile(options: OpenProfileOptions): Promise<RunningProfile> {
  const first = await openOnce(options, options.isCacheDamaged ?? false)
  if (!(first instanceof DamagedAtOpening)) return first
  options.logFault('the cache', first.error)
  const second = await openOnce(options, true)
  if (second instanceof DamagedAtOpening) throw second.error
  return second
}

/** The opening failed because the cache is damaged. */
class DamagedAtOpening {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

async function openOnce(
  options: OpenProfileOptions,
  isCacheDamaged: boolean,
): Promise<RunningProfile | DamagedAtOpening> {
  const closing = new Closing()
  const phase: { isOpen: boolean; isDamaged: boolean } = { isOpen: false, isDamaged: false }
  const notify = (): void => options.onCacheDamage?.()
  const onCacheDamage = (error: unknown): void => {
    if (phase.isDamaged) return
    phase.isDamaged = true
    if (!phase.isOpen) return
    options.logFault('the cache', error)
    notify()
  }
  try {
    const opened = start(options, buildParts(options, { closing, isCacheDamaged, onCacheDamage }), closing)
    phase.isOpen = true
    // Damage was found by a part that continued without the cache.
    if (phase.isDamaged) notify()
    return opened
  } catch (error) {
    await closing.close((failure) => options.logFault('closing', failure))
    if (phase.isDamaged) return new DamagedAtOpening(error)
    throw error
  }
}

function start(options: OpenProfileOptions, parts: ProfileParts, closing: Closing): RunningProfile {
  const { profile, clock, power, budget } = options
  const { data, events, connection, scheduler, syncGate, broker, alerts, context, reports, exports, cancels, kinds } =
    parts
  const applyShare = (): void => {
    const share = data.journal.settings.get('requestShare', RequestShare) ?? defaultSettings.requestShare
    budget.budget.limitTo(requestShares[share])
  }
  applyShare()
  const stopListening = options.events.listen((topic) => {
    if (topic === 'settings.changed') applyShare()
  })
  closing.add(stopListening)
  closing.add(() => kinds.stop())
  closing.add(events.listen((topic) => kinds.note(topic)))
  keepFormerRows(data)
  void applyWithdrawn(context).catch((error: unknown) => options.logFault('the withdrawn transactions', error))
  kinds.start()
  closing.add(() => Promise.all([scheduler.stop(), cancels.stop(), reports.close()]))
  closing.add(() => parts.whilePaused.stop())
  // Comes first, because the end of a pause must not start the jobs again.
  closing.add(() => syncGate.close())
  syncGate.start()
  closing.add(
    releaseMemoryWhileHidden({
      clock,
      isHidden: () => !context.attention.isWindowVisible,
      release: () => releaseMemory(data, options),
    }),
  )
  closing.add(watchClock(clock, (byMs) => adjustToClock(parts, byMs, options.logFault)))
  data.cache.instruments.readUnread().catch((error: unknown) => options.logFault('the list of instruments', error))
  const check = new ServiceChecks({ ...context, recorder: parts.service }, () => syncGate.allowsUserRequests)
  const requests = new CheckRequests({
    directory: options.directory,
    clock,
    logFault: options.logFault,
    run: () => check.run('user'),
  })
  closing.add(() => requests.stop())
  closing.add(() => check.stop())
  requests.start()
  const noteUnlock = (): void => {
    parts.computers.noteUnlock()
    if (broker.hold()?.reason !== 'no-keychain') return
    broker.endHold()
    if (scheduler.isStarted) scheduler.wake('session', 'schedule')
  }

  return {
    cacheSetAside: data.cacheSetAside,
    paths: { ...data.paths, directory: options.directory, exports: options.exportDir },
    profile,
    cache: data.cache,
    threads: data.threads,
    journal: data.journal,
    exports,
    reports,
    alerts,
    ledger: parts.ledger,
    kinds,
    cancels,
    mirror: parts.mirror,
    computers: parts.computers,
    attention: context.attention,
    instruments: parts.instruments,
    scheduler,
    problems: parts.problems,
    budget: () => ({ ...context.readBudget(), isSavingPower: power.isSaving }),
    forecastQuotes: (symbols) => parts.board.forecast(symbols),
    connectionState: () => ({
      profile,
      ...connection.state,
      pausedUntil: syncGate.pausedUntil,
      hold: broker.hold(),
      secretPlace: options.secretPlace(),
      session: broker.session() ?? data.cache.sessionDetails.get()?.details ?? null,
      market: countMarkets(
        context
          .readFollowed()
          .filter((instrument) => !isOnlyRate(instrument))
          .map(({ market }) => market),
      ),
    }),
    checkService: (purpose) => check.run(purpose),
    checkNewService: () => check.runFirst(),
    setPaused: (paused, forMs) => syncGate.setPaused(paused, forMs),
    sleep: () => syncGate.sleep(),
    wake() {
      alerts.wake()
      syncGate.wake()
      noteUnlock()
    },
    noteUnlock,
    notePower() {
      events.publish('budget.changed')
      if (!power.isSaving) scheduler.hasten()
    },
    async restart() {
      await scheduler.stop()
      broker.forget()
      syncGate.resume()
    },
    signOut() {
      syncGate.suspend()
      broker.forget()
      data.cache.sessionDetails.clear()
      connection.signOut()
    },
    close: () => closing.close((error) => options.logFault('closing', error)),
  }
}

/** Releases memory that only improves speed: pages of the databases, garbage, compiled code. */
function releaseMemory(data: ProfileParts['data'], options: OpenProfileOptions): void {
  try {
    data.shrink()
  } catch (error) {
    // A full disk or damage: the code that needs the page reports it.
    options.logFault('the memory of the databases', error)
  }
  preferMemory(true)
  ;(options.collectGarbage ?? collectGarbage)()
}

/** Adjusts the parts after the wall clock was set by this many ms. */
function adjustToClock(parts: ProfileParts, byMs: number, logFault: OpenProfileOptions['logFault']): void {
  parts.connection.noteClock(byMs)
  parts.scheduler.hasten()
  try {
    parts.alerts.noteClock(byMs)
    parts.syncGate.noteClock(byMs)
  } catch (error) {
    // The disk is full: values that could not be written keep their old end.
    logFault('the clock that was set', error)
  }
}
