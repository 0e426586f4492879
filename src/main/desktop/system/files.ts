import { dialog, shell } from 'electron'
import { copyFile, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { explainWriteFailure } from '../../disk/explain-write-failure.ts'
import type { HostFiles } from '../../ipc/host-files.ts'

/** Opens and saves files with the system's own programs and dialogs. */
export const desktopFiles: HostFiles = {
  async open(path) {
    const problem = await shell.openPath(path)
    if (problem !== '') throw new AppError('invalid', `No program on this computer opens ${basename(path)}.`)
  },
  showInFolder: (path) => shell.showItemInFolder(path),
  async saveAs(path) {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: basename(path) })
    if (canceled || filePath === '') return null
    const part = `${filePath}.part`
    try {
      await copyFile(path, part)
      await rename(part, filePath)
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw explainWriteFailure(error, dirname(filePath))
    }
    return filePath
  },
}
