import type { PowerMonitor } from 'electron'
import { minuteMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

/** The part of the monitor that depends on the computer's power state. */
export interface PoweredMonitor {
  sleep(): void
  wake(): void
  noteUnlock(): void
  /** Call when the screen was locked. */
  noteScreenLock(): void
  savePower(isSaving: boolean): void
}

/** Some systems send no event when the power source changes, so it is polled too. */
const pollMs = minuteMs

/** Notifies the monitor when the computer sleeps and wakes, and when it switches between battery and mains. */
export function watchPower(
  power: Pick<PowerMonitor, 'isOnBatteryPower'> & NodeJS.EventEmitter,
  monitor: PoweredMonitor,
  clock: Clock,
): void {
  const update = (): void => monitor.savePower(power.isOnBatteryPower())
  const poll = (): void => {
    update()
    clock.after(pollMs, poll)
  }
  power.on('suspend', () => monitor.sleep())
  power.on('resume', () => {
    update()
    monitor.wake()
  })
  // On macOS and Windows. On Linux an opened keyring is found at the next attempt.
  // On macOS and Windows. For Linux see `screen-saver.ts`.
  power.on('lock-screen', () => monitor.noteScreenLock())
  power.on('unlock-screen', () => monitor.noteUnlock())
  power.on('on-battery', update)
  power.on('on-ac', update)
  poll()
}
