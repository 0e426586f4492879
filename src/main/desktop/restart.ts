import { hiddenSwitch } from './system/autostart-entries.ts'

const restartSwitch = '--restarted-after-fault'

/** If a restarted process ran this long, a new fault is not the one that ended the process before it. */
export const stableAfterMs = 10 * 60_000

interface ProcessRun {
  /** The arguments after the executable. */
  readonly args: readonly string[]
  readonly uptimeMs: number
  readonly hasWindow: boolean
}

/** The arguments of a start by the user, from those of this process: it opens a window, and it follows no fault. */
export const argsOfStart = (args: readonly string[]): string[] =>
  args.filter((arg) => arg !== restartSwitch && arg !== `--${hiddenSwitch}`)

/**
 * The arguments of the process that replaces this one after a fatal fault. `null` when this process is already a replacement
 * and failed early: another restart would not help.
 */
export function argsOfRestart({ args, uptimeMs, hasWindow }: ProcessRun): readonly string[] | null {
  if (args.includes(restartSwitch) && uptimeMs < stableAfterMs) return null
  // An app without a window was in the tray and restarts there.
  return [...argsOfStart(args), restartSwitch, ...(hasWindow ? [] : [`--${hiddenSwitch}`])]
}
