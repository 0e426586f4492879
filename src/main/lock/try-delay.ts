import { minuteMs, secondMs } from '../../shared/durations.ts'

/** How long after the third, fourth … wrong try in a row no other is accepted, in ms. The last holds for all further ones. */
const delaysMs = [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs] as const
const freeTries = 2

/** How long to wait after this number of wrong tries in a row, in ms. */
export function delayAfter(failures: number): number {
  if (failures <= freeTries) return 0
  return delaysMs[Math.min(failures - freeTries, delaysMs.length) - 1] ?? 0
}
