import { m } from '../../../shared/messages/messages.js'
import { dialog, shell } from 'electron'
import { basename } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { copyChecked } from '../../disk/new-file.ts'
import type { HostFiles } from '../../ipc/context.ts'

/** Opens and saves files with the programs and dialogs of the system. */
export const desktopFiles: HostFiles = {
  async open(path) {
    const problem = await shell.openPath(path)
    if (problem !== '')
      throw new AppError('invalid', m.desktop_no_program_on_this_computer_opens_path({ path: basename(path) }))
  },
  showInFolder: (path) => shell.showItemInFolder(path),
  async saveAs(path) {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: basename(path) })
    if (canceled || filePath === '') return null
    await copyChecked(path, filePath)
    return filePath
  },
}
