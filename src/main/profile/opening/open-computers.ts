import { hostname } from 'node:os'
import { hourMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Alerts } from '../../alerts/alerts.ts'
import { Computers } from '../../computers/computers.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ItemKind } from '../../journal/shared/content.ts'
import type { SharedValue } from '../../journal/shared/shared-values.ts'
import type { KindKeeper } from '../../kinds/kind-keeper.ts'
import { applyWithdrawn } from '../../sync/history/withdrawn-rows.ts'
import type { Clock } from '../../time/clock.ts'
import { removeUntouchedList } from './first-watchlist.ts'
import type { Ground, OpenProfileOptions } from './open-connection.ts'

/** The parts that show or use values that other computers changed. */
interface Readers {
  readonly alerts: Pick<Alerts, 'reread'>
  readonly kinds: Pick<KindKeeper, 'reread'>
}

/** Opens the folder through which this profile shares the user's entries with the same profile on other computers. */
export function openComputers(
  { directory, clock, logFault, events, setSecrets = noSecrets }: OpenProfileOptions,
  { data: { cache, journal }, publish }: Ground,
  { alerts, kinds }: Readers,
): Computers {
  const take: Readonly<Record<ItemKind, () => void>> = {
    watchlists: () => publish('watchlists.changed'),
    watchlist: () => publish('watchlists.changed'),
    symbol: () => publish('watchlists.changed'),
    view: () => publish('views.changed'),
    alert: () => alerts.reread(),
    kind: () => kinds.reread(),
    group: () => kinds.reread(),
    withdrawn: () =>
      void applyWithdrawn({ clock, cache, journal, publish }).catch((error: unknown) =>
        logFault('the withdrawn transactions', error),
      ),
    opening() {
      for (const { account } of cache.accounts.list()) publish('ledger.changed', { accountId: account.id })
    },
    bond: () => publish('events.changed'),
  }
  return new Computers({
    directory,
    clock,
    logFault,
    secrets: setSecrets,
    suggestedName: hostname().slice(0, 80) || m.profile_this_computer(),
    record: journal.shared,
    values: journal.sharedValues,
    recorded: readDueValues(journal, clock),
    // The bus of the host, because edits of a window are published there.
    listen: (listener) => events.listen(listener),
    onTaken(changed, newValues) {
      journal.watchlists.reread()
      for (const run of new Set([...changed].map((kind) => take[kind]))) run()
      if (newValues > 0) publish('equity.changed')
    },
    onJoin: () => removeUntouchedList(journal),
    publish,
  })
}

/** Recorded values become due after hours or days, so they are read once an hour, and more often while a read reaches its limit. */
function readDueValues(journal: Journal, clock: Clock): (own: string) => readonly SharedValue[] {
  let readAt = -Infinity
  return (own) => {
    if (clock.monotonic() - readAt < hourMs) return []
    const due = journal.dueValues.list(own, clock.now(), valuesInRead)
    if (due.length < valuesInRead) readAt = clock.monotonic()
    return due
  }
}

/** Values of one read. They take a few milliseconds. */
const valuesInRead = 1_000

const refuse = (): Promise<never> =>
  Promise.reject(new AppError('no-keychain', m.profile_without_a_keychain_no_folder_can_be_shared()))

const noSecrets = { read: refuse, keep: refuse, forget: refuse }
