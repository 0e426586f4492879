import { homedir } from 'node:os'

/**
 * The home folder of the user; `null` where the system knows none: without HOME and without an entry in the database of users,
 * as in a container.
 */
export function homeFolder(): string | null {
  try {
    return homedir() || null
  } catch {
    return null
  }
}
