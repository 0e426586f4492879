import { hiddenSwitch } from './system/autostart-entries.ts'

const restartSwitch = '--restarted-after-fault'

/** A restarted process that ran this long was not stopped by the fault that ended the one before. */
export const stableAfterMs = 10 * 60_000

interface ProcessRun {
  /** The arguments after the executable. */
  readonly args: readonly string[]
  readonly uptimeMs: number
  readonly hasWindow: boolean
}

/**
 * The arguments of the process that replaces this one after a fatal fault. `null` when this one is such a replacement itself
 * and failed early: restarting again would not help.
 */
export function argsOfRestart({ args, uptimeMs, hasWindow }: ProcessRun): readonly string[] | null {
  if (args.includes(restartSwitch) && uptimeMs < stableAfterMs) return null
  const kept = args.filter((arg) => arg !== restartSwitch && arg !== `--${hiddenSwitch}`)
  // Without a window the app was in the tray, and returns there.
  return [...kept, restartSwitch, ...(hasWindow ? [] : [`--${hiddenSwitch}`])]
}
