import type { Client } from '#shared/client.ts'
import type { Clock } from '../../time/clock.ts'

/** Electron sends no event to the main process when the network changes, so it is polled. */
const pollMs = 15_000

/** Contacts the service as soon as the network is back, without waiting for the end of a long retry delay. */
export function watchNetwork(net: { isOnline(): boolean }, client: Pick<Client, 'call'>, clock: Clock): void {
  let wasOnline = net.isOnline()
  const poll = (): void => {
    const isOnline = net.isOnline()
    // A paused monitor refuses. It contacts the service when the pause ends.
    if (isOnline && !wasOnline) client.call('sync.now', { job: 'session' }).catch(() => undefined)
    wasOnline = isOnline
    clock.after(pollMs, poll)
  }
  clock.after(pollMs, poll)
}
