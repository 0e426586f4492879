import { m } from '#shared/messages/messages.js'
import type { BackupInspection } from '#shared/model/app/data.ts'
import type { SetAsideFolder } from '#shared/model/app/sealing.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'

/** A copy that was read with this code. */
interface Checked {
  readonly copyId: string
  readonly code: string
  readonly inspection: BackupInspection
}

/** Opens the folders that a profile kept when it started again: one action at a time, each result is shown. */
export class SetAsideControl extends ActionRunner {
  readonly #app: App
  #folder = $state.raw<SetAsideFolder>()
  #checked = $state.raw<Checked>()
  readonly folders

  constructor(app: App) {
    super()
    this.#app = app
    this.folders = query(app.client, 'sealing.listSetAside')
  }

  /** The selected folder. */
  get folder(): SetAsideFolder | undefined {
    return this.#folder
  }

  choose(folder: SetAsideFolder): void {
    this.#folder = folder
    this.#checked = undefined
    this.forgetError()
  }

  unchoose(): void {
    this.#folder = undefined
  }

  /** The result of the last check of this copy with this code; undefined if there was none. */
  inspectionOf(copyId: string, code: string): BackupInspection | undefined {
    return this.#checked?.copyId === copyId && this.#checked.code === code ? this.#checked.inspection : undefined
  }

  check(copyId: string, code: string): Promise<boolean> {
    return this.runWithMessage(async () => {
      const inspection = await this.#app.client.call('sealing.inspectSetAside', { id: copyId, code })
      this.#checked = { copyId, code, inspection }
      return undefined
    })
  }

  bringBack(copyId: string, code: string): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('sealing.bringBack', { id: copyId, code })
      this.#folder = undefined
      return m.kept_is_back()
    })
  }

  protected override refresh(): Promise<void> {
    return this.folders.refresh()
  }
}
