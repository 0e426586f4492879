import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The memory of a process, in MB of a million bytes. */
export interface Memory {
  /** Resident memory, including memory shared with other processes. */
  readonly rssMb: number
  /** The private part of it that is not mapped from a file: heaps and stacks. */
  readonly ownMb: number
  /** The maximum of the resident memory since the start of the process. */
  readonly peakMb: number
}

/** Reads the kernel's figures of a process. Throws when there is no `/proc` or no such process. */
export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  const read = (field: string): number =>
    (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6
  return { rssMb: read('VmRSS'), ownMb: read('RssAnon'), peakMb: read('VmHWM') }
}

const everyMs = 5_000

/**
 * The usual memory of a process: the median of the readings during `forMs`, by private memory. A single reading may differ by
 * 15 MB, because idle threads stop.
 */
export async function readUsualMemory(pid: number, forMs: number): Promise<Memory> {
  const readings = [readMemory(pid)]
  for (let passedMs = everyMs; passedMs <= forMs; passedMs += everyMs) {
    await wait(everyMs)
    readings.push(readMemory(pid))
  }
  readings.sort((a, b) => a.ownMb - b.ownMb)
  return readings[Math.floor(readings.length / 2)] ?? readMemory(pid)
}
