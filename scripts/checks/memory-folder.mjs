import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
/** Many times what the tests that run at the same time store. */
const neededBytes = 2 * 2 ** 30

/** Whether programs can be started from the file system at `place`. In containers they often cannot. */
const mayExecute = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, path, , options = '']) => path === place && !options.split(',').includes('noexec'))

/** Removes the folders of processes that were killed. Their names contain the id of their process. */
function removeOrphans() {
  for (const name of readdirSync(place)) {
    const id = /^tidemark-tests-(\d+)-/.exec(name)?.[1]
    if (id !== undefined && statSync(`/proc/${id}`, { throwIfNoEntry: false }) === undefined)
      rmSync(join(place, name), { recursive: true, force: true })
  }
}

/**
 * Creates a folder in memory for the temporary files of tests, and removes it when this process ends: SQLite and PostgreSQL wait
 * for the disk at each commit, which takes longer than many a test. Null where there is no such place (only Linux has one), or
 * too little space in it.
 * @returns {string | null}
 */
export function makeMemoryFolder() {
  try {
    removeOrphans()
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize < neededBytes || !mayExecute()) return null
    const folder = mkdtempSync(join(place, `tidemark-tests-${String(process.pid)}-`))
    // The PostgreSQL of the tests runs as another user.
    chmodSync(folder, 0o711)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return null
  }
}
