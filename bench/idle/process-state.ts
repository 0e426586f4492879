import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getHeapCodeStatistics, getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** The resources of a process at one moment, by name. The end of each name is the unit of its figure. */
export type ProcessState = Readonly<Record<string, number>>

/** Kinds of files in a data directory, by the end of their path. The first match is used. */
const fileKinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['write-ahead logs', /-wal$/],
  ['shared memory of the databases', /-shm$/],
  ['cache', /\/cache\.sqlite$/],
  ['journal', /\/journal\.sqlite$/],
  ['backups', /\/backups\//],
  ['logs', /\/logs\/|\.log$/],
]

/** Memory, handles and files of this process, after a garbage collection if one is available. */
export function readProcessState(dataDir: string): ProcessState {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const code = readCompiledBytes()
  const { code_and_metadata_size: machine, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  return {
    ...{ 'RSS, MB': rss / 1e6, 'heap, MB': heapUsed / 1e6, 'memory outside the heap, MB': external / 1e6 },
    ...{ 'heap: compiled code, MB': code / 1e6, 'heap: all else, MB': (heapUsed - code) / 1e6 },
    ...{ 'compiled code: machine code, MB': machine / 1e6, 'compiled code: bytecode, MB': bytecode / 1e6 },
    'memory that V8 allocates outside its heap, MB': getHeapStatistics().malloced_memory / 1e6,
    'private memory, MB': readPrivateMb('self'),
    ...readHandles(),
    ...readFileSizes(dataDir),
  }
}

/**
 * The size of the heap spaces with bytecode and machine code. V8 compiles each function after enough calls, which may be days
 * after the start.
 */
function readCompiledBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => /^(code|trusted)_/.test(name))
  return spaces.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)
}

/** The memory that would be free without this process, in MB of a million bytes. */
export function readPrivateMb(pid: number | 'self'): number {
  const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
  const lines = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)]
  return (lines.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) * 1_024) / 1e6
}

function readHandles(): ProcessState {
  return {
    'open files and sockets': readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
    'active handles': process.getActiveResourcesInfo().length,
  }
}

function readFileSizes(dataDir: string): ProcessState {
  const bytes = new Map<string, number>(fileKinds.map(([kind]) => [kind, 0]))
  let count = 0
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const kind = fileKinds.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other files'
    bytes.set(kind, (bytes.get(kind) ?? 0) + (statSync(path, { throwIfNoEntry: false })?.size ?? 0))
    count += 1
  }
  return { ...Object.fromEntries([...bytes].map(([kind, size]) => [`${kind}, MB`, size / 1e6])), files: count }
}
