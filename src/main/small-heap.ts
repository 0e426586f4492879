import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the space for short-lived objects as small as it is at the start. V8 lets it grow to a hundred megabytes of what is
 * mostly nothing, and hardly gives them back: in the tray for weeks, that is the most of the process. A thread's heap is
 * kept likewise; collecting more often costs less than a hundredth of a second in a minute. So little is collected at once
 * that other threads would cost more to wake than they help: without them the history is stored a twentieth faster.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-parallel-scavenge')
}
