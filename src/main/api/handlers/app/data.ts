import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileTime } from '#main/disk/new-file.ts'
import { noteExport } from '#main/export/written-exports.ts'
import { makeSaveFolder } from '#main/journal/backup/drafts.ts'
import { readRecoveryCode } from '#main/sealing/recovery-code.ts'
import { databaseBytes } from '#main/sqlite/files.ts'
import type { DataKey } from '#main/sqlite/keys.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { DataState } from '#shared/model/app/data.ts'
import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'
import { saveAs } from '../../save-as.ts'

type DataHandlers = Pick<Handlers, Extract<keyof Handlers, `data.${string}` | `erasure.${string}`>>

const keyOf = (code: string | undefined): DataKey | undefined =>
  code === undefined ? undefined : readRecoveryCode(code)

/** The files of the open profile. */
export function createDataHandlers(context: HandlerContext): DataHandlers {
  const { current, clock, events, files, profileFiles, dataNotices } = context

  function readState(): DataState {
    const { paths, journal } = current()
    const { backups } = journal
    return {
      directory: paths.directory,
      journalBytes: journal.bytes(),
      cacheBytes: databaseBytes(paths.cache),
      lastBackupAt: backups.latestAt(),
      checkedAt: backups.checkedAt,
      troubles: [...backups.troubles, ...dataNotices.list()],
    }
  }

  /** Exports the journal. Without a dialog the copy is written to the export folder. */
  async function exportJournal(): Promise<string | null> {
    const { paths, journal } = current()
    const name = `journal-${fileTime(clock.now())}.sqlite`
    if (files === null) {
      const path = join(paths.exports, name)
      await journal.backups.copyTo(path)
      noteOwn(paths.directory, path)
      return path
    }
    const temporary = makeSaveFolder(paths.directory)
    try {
      await journal.backups.copyTo(join(temporary, name))
      return await saveAs(files, join(temporary, name))
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  }

  /** Records a file as exported from this profile. Without the record it stays when the data of the profile is deleted. */
  function noteOwn(directory: string, path: string): void {
    try {
      noteExport(directory, path)
    } catch (error) {
      context.logFault('the note of an export', error)
    }
  }

  return {
    'data.read': readState,
    'data.dismiss': ({ kind }) => dataNotices.dismiss(kind),
    'data.backups': () => current().journal.backups.list(),
    'data.inspectBackup': ({ id, code }) => current().journal.backups.inspect(id, keyOf(code)),
    async 'data.backUp'() {
      try {
        return await current().journal.backups.backUp('manual', clock)
      } finally {
        events.publish('data.changed')
      }
    },
    'data.restore': ({ id, code }) => profileFiles.restore(id, keyOf(code)),
    'data.export': async () => ({ path: await exportJournal() }),
    'data.deleteCache': () => profileFiles.deleteCache(),
    'data.deleteProfile': ({ id, name }) => profileFiles.deleteProfile(id, name),
    'erasure.read': () => context.erasures.reports,
    'erasure.retry': () => context.erasures.retry(),
    'erasure.dismiss': () => context.erasures.dismiss(),
    'data.showInFolder'() {
      if (files === null) throw new AppError('invalid', m.errors_a_browser_cannot_open_folders_open_it())
      files.showInFolder(current().paths.journal)
    },
  }
}
