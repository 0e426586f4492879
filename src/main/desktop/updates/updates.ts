import { hourMs, minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import type { DesktopState } from '#shared/model/app/system.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Clock } from '../../time/clock.ts'
import type { SignedPackage } from './install-package.ts'
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
  /** Installs a deb or rpm as root, and starts the new version after `isAsked`; `null` for the packages of other systems. */
  readonly installPackage: ((update: SignedPackage, isAsked: boolean) => Promise<void>) | null
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
  | Exclude<DesktopState['update'], { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly error: AppError }

interface ReadyUpdate extends SignedPackage {
  readonly sha512: string
}

interface SignedRelease extends Pick<SignedPackage, 'manifest' | 'signature'> {
  readonly release: Release
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
    return state.kind === 'refused' ? { kind: 'refused', message: errorText(state.error) } : state
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
    const { appImage, installPackage, installsOnQuit, logFault } = this.#options
    const ready = this.#ready
    if (ready === null || !this.#mayInstall || !(isAsked || installsOnQuit)) return false
    try {
      if (appImage !== null) await replaceExecutable(ready.path, appImage, ready.sha512)
      else if (installPackage !== null) await installPackage(ready, isAsked)
      else {
        // The file may have been changed since its download. The system checks its own signature again.
        await readSignedHash(ready.path, [ready.sha512])
        this.#updater?.quitAndInstall(true, isAsked)
      }
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
  async #readRelease(url: URL, publicKey: string, offer: Offer): Promise<SignedRelease> {
    const { fetchFile } = this.#options
    // Loaded here, so that the first window opens earlier.
    const { assertOffered, readSignedRelease, releaseFiles } = await import('./signed-release.ts')
    const manifest = (await fetchFile(new URL(releaseFiles.manifest, url))) ?? new Uint8Array()
    const signatureFile = await fetchFile(new URL(releaseFiles.signature, url))
    const signature = new TextDecoder().decode(signatureFile ?? new Uint8Array())
    const release = readSignedRelease(manifest, signature, publicKey)
    assertOffered(release, offer)
    return { release, manifest, signature }
  }

  async #download(updater: Updater, { release, manifest, signature }: SignedRelease): Promise<void> {
    const { version, files } = release
    const [path] = await updater.downloadUpdate()
    if (path === undefined) return
    this.#ready = { path, manifest, signature, sha512: await readSignedHash(path, Object.values(files)) }
    this.#report({ kind: 'ready', version })
  }

  #report(state: OwnState): void {
    this.#state = state
    this.#options.onChange()
  }
}
