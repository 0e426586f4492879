import { join } from 'node:path'
import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import { createDispatcher } from '#main/api/dispatch.ts'
import { type EventBus, DataNotices } from '#main/api/events.ts'
import { createHandlers } from '#main/api/handlers/all-handlers.ts'
import { openDeviceSettings } from '#main/host/device-settings.ts'
import type { Clock } from '#main/time/clock.ts'
import { createClient, type Client } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { makeLock } from './app-lock.ts'

interface WindowOptions {
  /** Without it no data can be sealed. */
  readonly sealing?: HandlerContext['sealing']
  readonly dataDir: string
  readonly clock: Clock
  readonly events: EventBus
  readonly logFault: (method: string, error: unknown) => void
  /** Called with the context of the handlers; they get what it returns. */
  readonly watch?: (context: HandlerContext) => HandlerContext
}

/** A client that calls a profile as a window does: through the dispatcher, with the whole contract. There is one profile and no keychain. */
export function openWindow(
  profile: OpenProfile | (() => OpenProfile),
  { dataDir, clock, events, logFault, sealing, watch = (context) => context }: WindowOptions,
): Client {
  const refuse = (): Promise<never> => Promise.reject(new AppError('invalid', 'The test window has only one profile'))
  const current = typeof profile === 'function' ? profile : (): OpenProfile => profile
  const context: HandlerContext = {
    ...{ clock, events, files: null, desktop: null, restartToUpdate: null },
    app: { version: '0.0.0', host: 'web', dataDir },
    deviceSettings: openDeviceSettings(join(dataDir, 'settings.json')),
    dataNotices: new DataNotices(() => undefined),
    logFault,
    current,
    sealing: sealing ?? {
      read: () => ({ canSeal: true, isSealed: false, keyId: null, waiting: [] }),
      offer: () => {
        throw new AppError('invalid', 'The test window cannot seal')
      },
      ...{ seal: refuse, open: refuse, recover: refuse, startOver: refuse },
      progress: () => null,
    },
    setAsideJournals: { list: () => [], inspect: refuse, bringBack: refuse },
    profileFiles: { restore: refuse, deleteCache: refuse, deleteProfile: refuse, deleteAll: refuse },
    erasures: { reports: [], retry: refuse, dismiss: () => undefined },
    lock: makeLock({ dataDir, clock }),
    listProfiles: () => [current().profile],
    ...{ openProfile: refuse, testConnection: refuse, connect: refuse, signOut: refuse, checkKeychain: refuse },
  }
  const dispatch = createDispatcher(createHandlers(watch(context)), logFault)
  return createClient({
    request: (method, params, form) => dispatch(method, params, form),
    subscribe: () => () => undefined,
  })
}
