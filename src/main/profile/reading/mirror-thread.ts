import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { writeTextsIn } from '#shared/language.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
// Entry of the mirror's thread: one run beside the app that has the profile open, then it exits.
import { keepText } from '#shared/text/kept-text.ts'
import { homeFolder } from '../../disk/home-folder.ts'
import type { MirrorMessage, MirrorTask } from '../../mirror/messages.ts'
import { mirror } from '../../mirror/mirror.ts'
import { holdKey } from '../../sqlite/keys.ts'
import { lowerPriority } from '../../threads/low-priority.ts'
import { letOthersRun, systemClock } from '../../time/clock.ts'
import { ReadingProfile } from './reading-profile.ts'

/** A low priority: work that the user waits for goes first. */
const niceness = 15

const { profile, directory, key, to, language } = workerData as MirrorTask
lowerPriority(niceness)
holdKey(directory, key)
writeTextsIn(() => language)
const faults: unknown[] = []

/** An AppError is reported to the user. Any other error ends the thread, and the app logs it. */
async function run(): Promise<MirrorMessage> {
  const stored = { profile, directory }
  const reading = new ReadingProfile({
    stored,
    clock: systemClock,
    logFault: (_where, error) => void faults.push(error),
  })
  try {
    const done = await mirror({
      to,
      profile: reading,
      now: () => systemClock.now(),
      pause: letOthersRun,
      surroundings: { env: process.env, home: homeFolder(), platform: process.platform },
    })
    return { kind: 'done', rows: done.reduce((total, { sent }) => total + sent, 0) }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', message: keepText(() => errorText(error)) }
    throw error
  } finally {
    await reading.close()
  }
}

parentPort?.postMessage(await run())
parentPort?.close()
