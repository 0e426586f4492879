import { basename } from 'node:path'
import { dialog, shell } from 'electron'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { HostFiles } from '../../api/context.ts'

/** Opens and saves files with the programs and dialogs of the system. */
export const desktopFiles: HostFiles = {
  async open(path) {
    const problem = await shell.openPath(path)
    if (problem !== '')
      throw new AppError('invalid', m.desktop_no_program_on_this_computer_opens_path({ path: basename(path) }))
  },
  showInFolder: (path) => shell.showItemInFolder(path),
  async choosePath(name) {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name })
    return canceled || filePath === '' ? null : filePath
  },
}
