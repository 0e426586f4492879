import { m } from '../../../shared/messages/messages.js'
import type { BackupInspection, BackupRow } from '../../../shared/model/app/data.ts'
import type { App } from '../../lib/app.svelte.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { Query } from '../../lib/host/query.svelte.ts'
import { OneAction } from '../one-action.svelte.ts'

export const backupReasons: Record<BackupRow['reason'], string> = {
  daily: 'Daily',
  manual: 'Made by you',
  'before-restore': 'Before a restore',
  'before-update': 'Before an update of Tidemark',
  kept: m.kept_reason(),
}

/** Backs up, restores, exports and deletes the files of the open profile: one action at a time, each result shown. */
export class DataControl extends OneAction {
  readonly #app: App
  #chosen = $state.raw<BackupRow>()
  #code: string | undefined
  #inspection = $state.raw<BackupInspection>()
  readonly state
  readonly backups

  constructor(app: App) {
    super()
    this.#app = app
    this.state = new Query(app.client, 'data.changed', () => app.client.call('data.read'))
    this.backups = new Query(app.client, 'data.changed', () => app.client.call('data.backups'))
  }

  /** The backup that may be restored. */
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
    const asked = code === undefined ? { id: backup.id } : { id: backup.id, code }
    try {
      const inspection = await this.#app.client.call('data.inspectBackup', asked)
      if (this.#chosen === backup) this.#inspection = inspection
    } catch (cause) {
      if (this.#chosen !== backup) return
      // A code that cannot be one: the person types it again.
      if (before === undefined) this.#chosen = undefined
      else this.#inspection = { ...before, problem: asAppError(cause).message }
      if (before === undefined) this.fail(cause)
    }
  }

  unchoose(): void {
    this.#chosen = undefined
  }

  backUp(): Promise<boolean> {
    return this.run(async () => {
      await this.#app.client.call('data.backUp')
      return 'Backup made and checked.'
    })
  }

  export(): Promise<boolean> {
    return this.run(async () => {
      const { path } = await this.#app.client.call('data.export')
      return path === null ? undefined : `Exported to ${path}`
    })
  }

  restore(): Promise<boolean> {
    return this.run(async () => {
      const chosen = this.#chosen
      if (chosen === undefined) return undefined
      this.#chosen = undefined
      const code = this.#code
      await this.#app.client.call('data.restore', code === undefined ? { id: chosen.id } : { id: chosen.id, code })
      return `Restored the backup of ${this.#app.format.dateTime(chosen.at)}. The state before it is in the list of backups.`
    })
  }

  deleteCache(): Promise<boolean> {
    return this.run(async () => {
      await this.#app.client.call('data.deleteCache')
      return 'Cache deleted. The service is being read again.'
    })
  }

  deleteProfile(name: string): Promise<boolean> {
    return this.run(async () => {
      const id = this.#app.connection?.profile.id
      if (id === undefined) return undefined
      // The window shows its report.
      await this.#app.client.call('data.deleteProfile', { id, name })
      return undefined
    })
  }

  showInFolder(): Promise<boolean> {
    return this.run(async () => {
      await this.#app.client.call('data.showInFolder')
      return undefined
    })
  }

  protected override refresh(): Promise<unknown> {
    return Promise.all([this.state.refresh(), this.backups.refresh()])
  }
}
