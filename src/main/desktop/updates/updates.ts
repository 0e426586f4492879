import { hourMs, minuteMs } from '../../../shared/durations.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DesktopState } from '../../../shared/model/desktop.ts'
import type { Clock } from '../../time/clock.ts'
import { readSignedHash, replaceExecutable } from './replace-file.ts'
import type { Offer, Release } from './signed-release.ts'

/** The used part of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  /** Downloads nothing while `autoDownload` is off. */
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: Offer } | null>
  /** Resolves with the path of the file first. */
  downloadUpdate(): Promise<readonly string[]>
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
}

interface UpdateOptions {
  readonly clock: Clock
  /** Throws AppError `invalid` for a package whose updates are not safe. `null`: the package names no feed. */
  readonly feed: (() => { readonly url: URL; readonly publicKey: string }) | null
  /** Loads the updater lazily: it is needed only twice a day. */
  readonly load: () => Promise<Updater>
  /** Reads a small file over https; `null` when there is none. */
  readonly fetchFile: (url: URL) => Promise<Uint8Array | null>
  /** The path of the running AppImage; `null` for other packages, whose own installers replace the app. */
  readonly appImage: string | null
  /** Whether every quit installs; otherwise only a restart that the user chose, since the system asks for a password. */
  readonly installsOnQuit: boolean
  /** Whether something is in progress that an update must not interrupt. */
  readonly isBusy: () => boolean
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

interface ReadyUpdate {
  readonly path: string
  readonly sha512: string
}

const firstCheckMs = 5 * minuteMs
const checkEveryMs = 12 * hourMs

/**
 * Looks for a new version twice a day. Before anything is downloaded, the signed description of the release must contain what the
 * feed offers. A new version is installed when the app quits; until then, and when that fails, the old one starts.
 */
export class Updates {
  readonly #options: UpdateOptions
  #updater: Updater | null = null
  #ready: ReadyUpdate | null = null
  #mayInstall = false
  #state: DesktopState['update'] = { kind: 'none' }

  constructor(options: UpdateOptions) {
    this.#options = options
  }

  get state(): DesktopState['update'] {
    return this.#state
  }

  start(): void {
    if (this.#options.feed !== null) this.#options.clock.after(firstCheckMs, () => void this.#check())
  }

  /** Call before the app quits: an update does not interrupt what is in progress. */
  beforeQuit(): void {
    this.#mayInstall = !this.#options.isBusy()
  }

  /**
   * Installs what is ready; call it when the data is closed. Returns whether a new version is in the place of this one. `isAsked`:
   * the user chose to restart. It never throws: the old version stays when it fails.
   */
  async install(isAsked: boolean): Promise<boolean> {
    const { appImage, installsOnQuit, logFault } = this.#options
    if (this.#ready === null || !this.#mayInstall || !(isAsked || installsOnQuit)) return false
    try {
      if (appImage === null) this.#updater?.quitAndInstall(true, isAsked)
      else await replaceExecutable(this.#ready.path, appImage, this.#ready.sha512)
      return true
    } catch (error) {
      logFault('installing an update', error)
      return false
    }
  }

  async #check(): Promise<void> {
    const { clock, logFault } = this.#options
    try {
      if (this.#ready === null) await this.#fetch()
    } catch (error) {
      logFault('updates', error)
      // A failure of the network passes; a refusal is for the user to know.
      if (error instanceof AppError) this.#tell({ kind: 'refused', message: error.message })
    }
    clock.after(checkEveryMs, () => void this.#check())
  }

  async #fetch(): Promise<void> {
    const { feed, load } = this.#options
    if (feed === null) return
    const { url, publicKey } = feed()
    const updater = (this.#updater ??= await load())
    updater.autoDownload = false
    // Installed by `install`, after the data is closed.
    updater.autoInstallOnAppQuit = false
    const found = await updater.checkForUpdates()
    if (found === null || !found.isUpdateAvailable) return this.#tell({ kind: 'none' })
    await this.#download(updater, await this.#readRelease(url, publicKey, found.updateInfo))
  }

  /** The signed description of what is offered. */
  async #readRelease(url: URL, publicKey: string, offer: Offer): Promise<Release> {
    const { fetchFile } = this.#options
    // At a start the window comes first.
    const { assertOffered, readSignedRelease, releaseFiles } = await import('./signed-release.ts')
    const manifest = await fetchFile(new URL(releaseFiles.manifest, url))
    const signature = await fetchFile(new URL(releaseFiles.signature, url))
    const signatureText = new TextDecoder().decode(signature ?? new Uint8Array())
    const release = readSignedRelease(manifest ?? new Uint8Array(), signatureText, publicKey)
    assertOffered(release, offer)
    return release
  }

  async #download(updater: Updater, { version, files }: Release): Promise<void> {
    const [path] = await updater.downloadUpdate()
    if (path === undefined) return
    this.#ready = { path, sha512: await readSignedHash(path, Object.values(files)) }
    this.#tell({ kind: 'ready', version })
  }

  #tell(state: DesktopState['update']): void {
    this.#state = state
    this.#options.onChange()
  }
}
