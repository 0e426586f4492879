import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { oneArena } from '../../scripts/one-arena.mjs'

/** The built command line, as `npx tidemark` starts it. */
const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))

/**
 * Runs at the end of the command's process. The maximum memory that the system states for a process may be that of its parent;
 * on Linux the correct value is in `/proc`.
 */
const reportMemory = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  process.on('exit', () => {
    const [, own] = process.platform === 'linux' ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [] : []
    process.stderr.write('\\nmaxRSS ' + (own ?? process.resourceUsage().maxRSS))
  })`)}`

export interface Measured {
  readonly code: number | null
  readonly spentMs: number
  /** The maximum memory of the process with its threads, in MB. */
  readonly peakMb: number
  readonly lines: number
}

/** Runs a command of the command line to its end, and counts the lines of its output. */
export function measureCommand(args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, ['--import', reportMemory, cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...oneArena },
    })
    let lines = 0
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (lines += countLines(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      const [, kilobytes] = /maxRSS (\d+)/.exec(errors) ?? []
      if (kilobytes === undefined) reject(new Error(`${args.join(' ')}: ${errors}`))
      else resolve({ code, lines, spentMs: performance.now() - startedAt, peakMb: Number(kilobytes) / 1_000 })
    })
  })
}

function countLines(chunk: Buffer): number {
  let count = 0
  for (const byte of chunk) if (byte === 10) count += 1
  return count
}
