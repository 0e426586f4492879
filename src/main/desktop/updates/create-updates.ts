import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, session } from 'electron'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../../time/clock.ts'
import { argsOfStart } from '../restart.ts'
import { installPackage } from './install-package.ts'
import { readFeedUrl } from './signed-release.ts'
import { Updates } from './updates.ts'

interface Options {
  readonly clock: Clock
  /** The folder with the public key of the releases. */
  readonly resources: string
  readonly isBusy: () => boolean
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

const fetchTimeoutMs = 30 * secondMs
const maxBytes = 1024 * 1024

/** The updates of the installed app; a run from source has none. */
export function createUpdates({ clock, resources, isBusy, onChange, logFault }: Options): Updates {
  const configPath = join(process.resourcesPath, 'app-update.yml')
  const keyPath = join(resources, 'update-key.pem')
  const appImage = process.env['APPIMAGE'] ?? null
  const hasFeed = app.isPackaged && existsSync(configPath)
  return new Updates({
    clock,
    isBusy,
    onChange,
    logFault,
    feed: hasFeed ? () => readFeed(configPath, keyPath) : null,
    load: async () => (await import('electron-updater')).default.autoUpdater,
    fetchFile: (url) => fetchFile(url, clock),
    appImage,
    installPackage:
      process.platform !== 'linux'
        ? null
        : async (update, isAsked) => {
            await installPackage(update, join(process.resourcesPath, 'installers', 'install-update'))
            if (isAsked) app.relaunch({ args: argsOfStart(process.argv.slice(1)) })
          },
    installsOnQuit: appImage !== null || process.platform !== 'linux',
  })
}

function readFeed(configPath: string, keyPath: string) {
  if (!existsSync(keyPath)) throw new AppError('invalid', m.desktop_updates_off_no_key)
  return { url: readFeedUrl(readFileSync(configPath, 'utf8')), publicKey: readFileSync(keyPath, 'utf8') }
}

/** Fetches a file with Chromium's network stack, with the proxy and the certificates of the system. Follows no redirect. */
async function fetchFile(url: URL, clock: Clock): Promise<Uint8Array | null> {
  const deadline = new AbortController()
  const stop = clock.after(fetchTimeoutMs, () => deadline.abort())
  try {
    // A separate session: the session of the windows loads only the app's own pages.
    const updates = session.fromPartition('updates', { cache: false })
    const init = { redirect: 'error', credentials: 'omit', signal: deadline.signal } as const
    const response = await updates.fetch(url.href, init)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`The update feed responds with ${response.status}`)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new Error('The description of an update is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    stop()
  }
}
