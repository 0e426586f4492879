import type { PowerMonitor } from 'electron'
import type { Clock } from '../clock.ts'

/** What of the monitor depends on the computer's power. */
export interface PoweredMonitor {
  sleep(): void
  wake(): void
  savePower(isSaving: boolean): void
}

/** Some systems tell of no change of their supply: it is looked at this often as well. */
const lookMs = 60_000

/** Tells the monitor when the computer sleeps and wakes, and whether it runs on battery. */
export function watchPower(
  power: Pick<PowerMonitor, 'isOnBatteryPower'> & NodeJS.EventEmitter,
  monitor: PoweredMonitor,
  clock: Clock,
): void {
  const look = (): void => monitor.savePower(power.isOnBatteryPower())
  const lookAgain = (): void => {
    look()
    clock.after(lookMs, lookAgain)
  }
  power.on('suspend', () => monitor.sleep())
  power.on('resume', () => {
    look()
    monitor.wake()
  })
  power.on('on-battery', look)
  power.on('on-ac', look)
  lookAgain()
}
