import { createClient } from '../shared/client.ts'
import type { ServiceCheck } from '../shared/model/app/service.ts'
import { version } from './host/version.ts'
import { Log } from './host/log.ts'
import { startMonitor } from './monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { systemClock } from './time/clock.ts'

/**
 * Opens a profile as the app does, without a window, asks the service for each kind of data, and closes it again. Throws
 * AlreadyRunningError while the app uses the data, and `locked` while the app is locked.
 */
export async function checkWithoutApp({
  dataDir,
  profileId,
}: {
  dataDir: string
  profileId: string
}): Promise<ServiceCheck> {
  const log = new Log(systemClock)
  log.keepIn(dataDir)
  const monitor = await startMonitor({
    ...{ dataDir, host: 'web', version, clock: systemClock, keychain: createKeytarKeychain(systemClock) },
    ...{ logFault: log.logFault, logNote: log.note },
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
