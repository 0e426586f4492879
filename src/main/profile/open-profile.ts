import { RequestShare } from '../../shared/model/settings.ts'
import { defaultSettings, requestShares } from '../../shared/text/default-settings.ts'
import { countMarkets } from '../insight/market/market-state.ts'
import type { OpenProfile } from '../ipc/context.ts'
import { isOnlyRate } from '../sync/interest/followed.ts'
import { watchClock } from '../time/clock-watch.ts'
import { buildParts, type OpenProfileOptions, type ProfileParts } from './profile-parts.ts'

export interface RunningProfile extends OpenProfile {
  /** After a change of the secret: drops the session and starts again. */
  restart(): Promise<void>
  /** Stops the jobs and drops the session; the data stays. */
  signOut(): void
  /** The computer goes to sleep: no job runs until it wakes. */
  sleep(): void
  wake(): void
  /** The computer changed to battery or back. */
  notePower(): void
  close(): Promise<void>
}

/** Opens the data of a profile and keeps it in sync with its service until it is closed. */
export function openProfile(options: OpenProfileOptions): RunningProfile {
  const { profile, clock, power, budget } = options
  const parts = buildParts(options)
  const { data, events, connection, scheduler, syncGate, broker, alerts, context, reports, exports, cancels } = parts
  const applyShare = (): void => {
    const share = data.journal.settings.get('requestShare', RequestShare) ?? defaultSettings.requestShare
    budget.budget.limitTo(requestShares[share])
  }
  applyShare()
  const stopListening = options.events.listen((topic) => {
    if (topic === 'settings.changed') applyShare()
  })
  syncGate.start()
  const stopWatchingClock = watchClock(clock, (byMs) => adjustToClock(parts, byMs, options.logFault))
  data.cache.instruments.readUnread().catch((error: unknown) => options.logFault('the list of instruments', error))

  return {
    paths: { ...data.paths, directory: options.directory, exports: options.exportDir },
    ...{ profile, cache: data.cache, threads: data.threads, journal: data.journal, exports, reports, alerts },
    ...{ cancels, attention: context.attention, instruments: parts.instruments, scheduler, problems: parts.problems },
    budget: () => ({ ...context.readBudget(), isSavingPower: power.isSaving }),
    forecastQuotes: (symbols) => parts.board.forecast(symbols),
    connectionState: () => ({
      profile,
      ...connection.state,
      pausedUntil: syncGate.pausedUntil,
      secretKeptIn: options.secretKeptIn(),
      session: broker.session() ?? data.cache.sessionDetails.get()?.details ?? null,
      market: countMarkets(
        context
          .readFollowed()
          .filter((instrument) => !isOnlyRate(instrument))
          .map(({ market }) => market),
      ),
    }),
    setPaused: (paused, forMs) => syncGate.setPaused(paused, forMs),
    sleep: () => syncGate.sleep(),
    wake() {
      alerts.wake()
      syncGate.wake()
    },
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
    async close() {
      stopListening()
      stopWatchingClock()
      syncGate.close()
      parts.followUp.stop()
      alerts.close()
      await Promise.all([scheduler.stop(), cancels.stop(), reports.close()])
      await broker.close()
      await Promise.all([exports.close(), data.threads.close()])
      budget.detach()
      data.close()
    },
  }
}

/** The wall clock was set by this many ms. */
function adjustToClock(parts: ProfileParts, byMs: number, logFault: OpenProfileOptions['logFault']): void {
  parts.connection.noteClock(byMs)
  parts.scheduler.hasten()
  try {
    parts.alerts.noteClock(byMs)
    parts.syncGate.noteClock(byMs)
  } catch (error) {
    // A full disk: what could not be written keeps its old end.
    logFault('the clock that was set', error)
  }
}
