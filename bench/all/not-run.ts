import { prepareChromium } from '../../scripts/chromium.mjs'
import { findElectron } from '../../scripts/electron/binary.mjs'
import { findSubstituteElectron } from '../../scripts/electron/substitute.mjs'
import { hasPostgres } from '../../test/fakes/postgres.ts'
import type { Task } from './plan.ts'

/** Why this computer cannot run a bench; null if it can. */
async function findMissing(bench: string): Promise<string | null> {
  if (bench === 'mirror' && !hasPostgres) return 'PostgreSQL is not installed'
  if (!['keys', 'scroll'].includes(bench)) return null
  const chromium = await prepareChromium('complete')
  return 'missing' in chromium ? chromium.missing : null
}

/**
 * The tasks that this computer can run, without their figures of Electron where it is not installed. Calls `say` with one line
 * for all that is left out.
 */
export async function leaveOutMissing(plan: readonly Task[], say: (line: string) => void): Promise<readonly Task[]> {
  const hasElectron = (findElectron() ?? findSubstituteElectron()) !== null
  const tasks: Task[] = []
  for (const task of plan) {
    const missing = await findMissing(task.bench)
    if (missing !== null) say(`${task.name}: ${missing}`)
    else if (hasElectron || !['idle', 'start'].includes(task.bench)) tasks.push(task)
    else {
      say(`${task.name}, figures of Electron: it is not installed (\`npm run electron\` installs it)`)
      tasks.push({ ...task, options: [...task.options, '--no-electron'] })
    }
  }
  return tasks
}
