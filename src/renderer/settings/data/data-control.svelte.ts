import { m } from '#shared/messages/messages.js'
import type { BackupInspection, BackupRow } from '#shared/model/app/data.ts'
import { texts } from '#shared/texts.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { query } from '../../lib/host/queries.svelte.ts'

export const backupReasons: Readonly<Record<BackupRow['reason'], string>> = texts({
  daily: m.settings_data_daily,
  manual: m.settings_data_made_by_you,
  'before-restore': m.settings_data_before_a_restore,
  'before-update': m.settings_data_before_an_update,
  kept: m.kept_reason,
})

/** Backs up, restores, exports and deletes the files of the open profile: one action at a time, each result is shown. */
export class DataControl extends ActionRunner {
  readonly #app: App
  #chosen = $state.raw<BackupRow>()
  #code: string | undefined
  #inspection = $state.raw<BackupInspection>()
  readonly state
  readonly backups

  constructor(app: App) {
    super()
    this.#app = app
    this.state = query(app.client, 'data.read')
    this.backups = query(app.client, 'data.backups')
  }

  /** The backup selected for restoring. */
  get chosen(): BackupRow | undefined {
    return this.#chosen
  }

  /** Undefined while the chosen backup is being read. */
  get inspection(): BackupInspection | undefined {
    return this.#inspection
  }

  /** `code` is the recovery code of a backup that is sealed with another key. */
  async choose(backup: BackupRow, code?: string): Promise<void> {
    this.#chosen = backup
    this.#code = code
    const before = code === undefined ? undefined : this.#inspection
    this.#inspection = undefined
    this.forgetError()
    const request = code === undefined ? { id: backup.id } : { id: backup.id, code }
    try {
      const inspection = await this.#app.client.call('data.inspectBackup', request)
      if (this.#chosen === backup) this.#inspection = inspection
    } catch (cause) {
      if (this.#chosen !== backup) return
      // The code is not valid, so the user must type it again.
      if (before === undefined) this.#chosen = undefined
      else this.#inspection = { ...before, problem: asAppError(cause).message }
      if (before === undefined) this.fail(cause)
    }
  }

  unchoose(): void {
    this.#chosen = undefined
  }

  backUp(): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('data.backUp')
      return m.settings_data_backup_made_and_checked()
    })
  }

  export(): Promise<boolean> {
    return this.runWithMessage(async () => {
      const { path } = await this.#app.client.call('data.export')
      return path === null ? undefined : m.settings_data_exported_to_path({ path })
    })
  }

  restore(): Promise<boolean> {
    return this.runWithMessage(async () => {
      const chosen = this.#chosen
      if (chosen === undefined) return undefined
      this.#chosen = undefined
      const code = this.#code
      await this.#app.client.call('data.restore', code === undefined ? { id: chosen.id } : { id: chosen.id, code })
      return m.settings_data_restored_the_backup_of({ day: this.#app.format.dateTime(chosen.at) })
    })
  }

  deleteCache(): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('data.deleteCache')
      return m.settings_data_cache_deleted()
    })
  }

  deleteProfile(name: string): Promise<boolean> {
    return this.runWithMessage(async () => {
      const id = this.#app.connection?.profile.id
      if (id === undefined) return undefined
      // The window shows its report.
      await this.#app.client.call('data.deleteProfile', { id, name })
      return undefined
    })
  }

  showInFolder(): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('data.showInFolder')
      return undefined
    })
  }

  protected override async refresh(): Promise<void> {
    await Promise.all([this.state.refresh(), this.backups.refresh()])
  }
}
