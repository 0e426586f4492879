import { join } from 'node:path'
import { createClient } from '#shared/client.ts'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { askRunningApp } from './cli/ask-running-app.ts'
import { Log } from './host/log.ts'
import { version } from './host/version.ts'
import { startMonitor } from './monitor/monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { AlreadyRunningError } from './sqlite/errors.ts'
import { deadlineClock, systemClock } from './time/clock.ts'

interface Place {
  readonly dataDir: string
  readonly profileId: string
}

/**
 * Asks the service for each kind of data: through the running app, or without one by opening the profile as the app does.
 * Throws AlreadyRunningError if the app runs and does not answer, and `locked` while the app is locked.
 */
export async function checkService(place: Place): Promise<ServiceCheck> {
  try {
    return await checkWithoutApp(place)
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    const check = await askRunningApp(join(place.dataDir, 'profiles', place.profileId), deadlineClock)
    if (check === null) throw error
    return check
  }
}

/** Has no window, and closes the profile again. Throws AlreadyRunningError while the app uses the data. */
async function checkWithoutApp({ dataDir, profileId }: Place): Promise<ServiceCheck> {
  const log = new Log(systemClock)
  log.keepIn(dataDir)
  const monitor = await startMonitor({
    dataDir,
    host: 'web',
    version,
    clock: systemClock,
    keychain: createKeytarKeychain(systemClock),
    logFault: log.logFault,
    logNote: log.note,
  })
  try {
    const client = createClient({ request: monitor.dispatch, subscribe: () => () => undefined })
    const { profile } = await client.call('connection.read')
    if (profile.id !== profileId) await client.call('profiles.open', { id: profileId })
    return await client.call('service.check')
  } finally {
    await monitor.close()
  }
}
