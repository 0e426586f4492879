import { hourMs, minuteMs } from '../../../shared/durations.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DesktopState } from '../../../shared/model/app/system.ts'
import type { Clock } from '../../time/clock.ts'
import { readSignedHash, replaceExecutable } from './replace-file.ts'
import type { Offer, Release } from './signed-release.ts'

/** The used part of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  /** Downloads nothing while `autoDownload` is off. */
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: Offer } | null>
  /** Resolves with the path of the downloaded file first. */
  downloadUpdate(): Promise<readonly string[]>
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
}

interface UpdateOptions {
  readonly clock: Clock
  /** Throws AppError `invalid` for a package with unsafe updates. `null`: the package has no update feed. */
  readonly feed: (() => { readonly url: URL; readonly publicKey: string }) | null
  /** Loads the updater on demand, because it is needed only twice a day. */
  readonly load: () => Promise<Updater>
  /** Reads a small file over https; `null` when there is none. */
  readonly fetchFile: (url: URL) => Promise<Uint8Array | null>
  /** The path of the running AppImage; `null` for other packages, whose installers replace the app. */
  readonly appImage: string | null
  /**
   * Whether every quit installs an update. Otherwise only a restart by the user installs it, because the system asks for a
   * password.
   */
  readonly installsOnQuit: boolean
  /** Whether the app does work that an update must not interrupt. */
  readonly isBusy: () => boolean
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** The reason of a refusal is written in the language of the moment in which the state is read. */
type OwnState =
  Exclude<DesktopState['update'], { kind: 'refused' }> | { readonly kind: 'refused'; readonly error: AppError }

interface ReadyUpdate {
  readonly path: string
  readonly sha512: string
}

const firstCheckMs = 5 * minuteMs
const checkEveryMs = 12 * hourMs

/**
 * Checks for a new version twice a day. A version is downloaded only if the signed description of the release contains the
 * offered files, and it is installed when the app quits. Until then, and after a failure, the old version starts.
 */
export class Updates {
  readonly #options: UpdateOptions
  #updater: Updater | null = null
  #ready: ReadyUpdate | null = null
  #mayInstall = false
  #state: OwnState = { kind: 'none' }

  constructor(options: UpdateOptions) {
    this.#options = options
  }

  get state(): DesktopState['update'] {
    const state = this.#state
    return state.kind === 'refused' ? { kind: 'refused', message: state.error.message } : state
  }

  start(): void {
    if (this.#options.feed !== null) this.#options.clock.after(firstCheckMs, () => void this.#check())
  }

  /** Call before the app quits. An update does not interrupt work in progress. */
  beforeQuit(): void {
    this.#mayInstall = this.#ready !== null && !this.#options.isBusy()
  }

  /**
   * Installs the downloaded version. Call when the data is closed. Returns whether a new version replaces this one. `isAsked`:
   * the user chose to restart. Never throws: after a failure, the old version stays.
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
      // A network failure is temporary. A refused version is shown to the user.
      if (error instanceof AppError) this.#report({ kind: 'refused', error })
    }
    clock.after(checkEveryMs, () => void this.#check())
  }

  async #fetch(): Promise<void> {
    const { feed, load } = this.#options
    if (feed === null) return
    const { url, publicKey } = feed()
    const updater = (this.#updater ??= await load())
    updater.autoDownload = false
    // `install` does this after the data is closed.
    updater.autoInstallOnAppQuit = false
    const found = await updater.checkForUpdates()
    if (found === null || !found.isUpdateAvailable) return this.#report({ kind: 'none' })
    await this.#download(updater, await this.#readRelease(url, publicKey, found.updateInfo))
  }

  /** The signed description of the offered release. */
  async #readRelease(url: URL, publicKey: string, offer: Offer): Promise<Release> {
    const { fetchFile } = this.#options
    // Loaded here, so that the first window opens earlier.
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
    this.#report({ kind: 'ready', version })
  }

  #report(state: OwnState): void {
    this.#state = state
    this.#options.onChange()
  }
}
