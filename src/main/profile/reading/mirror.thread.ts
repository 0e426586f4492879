// Copies a profile into PostgreSQL once, beside the app that has the profile open.
import { homeFolder } from '../../disk/home-folder.ts'
import type { MirrorHandlers } from '../../mirror/mirror-job.ts'
import { mirror } from '../../mirror/mirror.ts'
import { holdKey } from '../../sqlite/keys.ts'
import { expose } from '../../threads/expose.ts'
import { lowerPriority } from '../../threads/low-priority.ts'
import { letOthersRun, systemClock } from '../../time/clock.ts'
import { ReadingProfile } from './reading-profile.ts'

/** A low priority: work that the user waits for goes first. */
const niceness = 15

lowerPriority(niceness)

const handlers: MirrorHandlers = {
  async run({ profile, directory, key, to }) {
    holdKey(directory, key)
    const stored = { profile, directory }
    const reading = new ReadingProfile({ stored, clock: systemClock, logFault: () => undefined })
    try {
      const done = await mirror({
        to,
        profile: reading,
        now: () => systemClock.now(),
        pause: letOthersRun,
        surroundings: { env: process.env, home: homeFolder(), platform: process.platform },
      })
      return done.reduce((total, { sent }) => total + sent, 0)
    } finally {
      await reading.close()
    }
  },
}

expose(() => ({ handlers }))
