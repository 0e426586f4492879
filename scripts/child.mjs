// Child processes: run one to its end within a bounded time, or hand the terminal to one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pinnedNode = fileURLToPath(
  new URL(`../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, import.meta.url),
)

/** The Node that the project pins, also where a script was started by hand on another one. */
export const node = existsSync(pinnedNode) ? pinnedNode : process.execPath

/** The environment without what npm tells its own scripts, so that a nested npm thinks for itself. */
export const plainEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  )

/**
 * @typedef {object} Finished
 * @property {boolean} ok it ended by itself with code 0
 * @property {number | null} code
 * @property {boolean} timedOut
 * @property {string} output standard output and standard error, in the order in which they came
 */

/** What runs, each the leader of a group of its own. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
const hasGroups = process.platform !== 'win32'
/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Ends a command and all that it started: a test's hosts and browsers too.
 * @param {import('node:child_process').ChildProcess} child
 */
function endAll(child) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has ended, and left nobody behind.
  }
}

/** @param {NodeJS.Signals} signal */
function endWithUs(signal) {
  for (const child of running) endAll(child)
  process.exit(signal === 'SIGINT' ? 130 : 143)
}

/** In a group of its own a command hears nothing of a Ctrl-C: it ends with us. @param {import('node:child_process').ChildProcess} child */
function watch(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, endWithUs)
  running.add(child)
  return () => {
    running.delete(child)
    if (running.size === 0) for (const signal of signals) process.off(signal, endWithUs)
  }
}

/**
 * Runs a command to its end and returns what it printed. Never throws: a command that cannot start is not ok.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, input?: string, echo?: boolean }} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, { cwd, env, timeoutMs = 600_000, input, echo = false } = {}) {
  return new Promise((resolve) => {
    let output = ''
    let timedOut = false
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: hasGroups,
    })
    const unwatch = watch(child)
    const timer = setTimeout(() => {
      timedOut = true
      endAll(child)
    }, timeoutMs)
    /** @param {Buffer} chunk */
    const take = (chunk) => {
      output += chunk.toString()
      if (echo) process.stderr.write(chunk)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.stdin?.end(input)
    child.on('error', (error) => {
      clearTimeout(timer)
      unwatch()
      resolve({ ok: false, code: null, timedOut, output: output + error.message })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      unwatch()
      resolve({ ok: code === 0 && !timedOut, code, timedOut, output })
    })
  })
}

/**
 * Gives the terminal to a command: passes SIGINT and SIGTERM on to it, and answers with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onStderr?: (text: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function handOver(command, args, { cwd, env, onStderr } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['inherit', 'inherit', onStderr ? 'pipe' : 'inherit'],
    })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal)
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      process.stderr.write(chunk)
      onStderr?.(chunk.toString())
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}
