import { setPriority } from 'node:os'

/**
 * Lets threads that answer a key or draw a window run before this one. Only on Linux, because on other systems it would set
 * the priority of the whole app. `niceness`: 1 to 19, where 19 is the lowest priority.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
