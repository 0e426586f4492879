import type { Client } from '../../shared/client.ts'
import type { Clock } from '../clock.ts'

/** Electron tells the main process of no change: what it says is looked at this often. */
const lookMs = 15_000

/** Looks for the service as soon as the computer has a network again, not only at the end of a pause that grew with each failure. */
export function watchNetwork(net: { isOnline(): boolean }, client: Pick<Client, 'call'>, clock: Clock): void {
  let wasOnline = net.isOnline()
  const lookAgain = (): void => {
    const isOnline = net.isOnline()
    // While the monitor is paused it refuses, and asks at the pause's end anyway.
    if (isOnline && !wasOnline) client.call('sync.now', { job: 'session' }).catch(() => undefined)
    wasOnline = isOnline
    clock.after(lookMs, lookAgain)
  }
  clock.after(lookMs, lookAgain)
}
