import { readFileSync } from 'node:fs'

/** What a process holds, MB of a million bytes. */
export interface Memory {
  /** Resident, with what it shares with others. */
  readonly rssMb: number
  /** Of that, what is its own and no file's: heaps and stacks. */
  readonly ownMb: number
  /** The most it ever held. */
  readonly peakMb: number
}

/** Reads what the kernel says of a process. Throws where there is no `/proc`, or no such process. */
export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  const read = (field: string): number =>
    (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6
  return { rssMb: read('VmRSS'), ownMb: read('RssAnon'), peakMb: read('VmHWM') }
}
