import { systemRemover } from '#main/disk/remove-tree.ts'
import { openErasures, own } from './profiles.ts'

// Deletes the profile in this folder, and is killed before removal number `count`.
const [dataDir = '', count = ''] = process.argv.slice(2)
let left = Number(count)
const step = (): void => {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL')
}
await openErasures(dataDir, {
  remover: {
    removeFile(path) {
      step()
      systemRemover.removeFile(path)
    },
    removeFolder(path) {
      step()
      systemRemover.removeFolder(path)
    },
  },
}).erase([own])
