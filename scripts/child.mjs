// Child processes: runs one to its end with a time limit, or connects one to the terminal.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const pinnedNode = fileURLToPath(
  new URL(`../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, import.meta.url),
)

/** The Node version that the project pins, even when a script was started on another one. */
export const node = existsSync(pinnedNode) ? pinnedNode : process.execPath

/**
 * The options of `node` that keep its debugger closed from its first moment; those before 22.14 do not know this one. The
 * programs close it too, when their code is loaded.
 */
export const withoutDebugger =
  node === process.execPath && !process.allowedNodeEnvironmentFlags.has('--disable-sigusr1')
    ? []
    : ['--disable-sigusr1']

/** The environment without the variables that npm sets for scripts, so that a nested npm uses its own. */
export const plainEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  )

/**
 * @typedef {object} Finished
 * @property {boolean} ok it exited by itself with code 0
 * @property {number | null} code
 * @property {boolean} timedOut
 * @property {string} output standard output and standard error, in the order received
 */

/** The running children, each the leader of its own process group. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
const hasGroups = process.platform !== 'win32'
/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Kills a command and everything it started, such as the hosts and browsers of a test.
 * @param {import('node:child_process').ChildProcess} child
 */
function killGroup(child) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // The whole group has already ended.
  }
}

/** @param {NodeJS.Signals} signal */
const codeOf = (signal) => 128 + constants.signals[signal]

/** @param {NodeJS.Signals} signal */
function exitOnSignal(signal) {
  for (const child of running) killGroup(child)
  process.exit(codeOf(signal))
}

/** A command in its own group does not receive Ctrl-C, so it is killed when this process is. @param {import('node:child_process').ChildProcess} child */
function watch(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, exitOnSignal)
  running.add(child)
  return () => {
    running.delete(child)
    if (running.size === 0) for (const signal of signals) process.off(signal, exitOnSignal)
  }
}

/**
 * Runs a command to its end and returns its output. Never throws: a command that cannot start has `ok: false`.
 * `echo` shows all output on standard error, `echoLines` only the matching lines.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, input?: string, echo?: boolean, echoLines?: RegExp }} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, { cwd, env, timeoutMs = 600_000, input, echo = false, echoLines } = {}) {
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
      killGroup(child)
    }, timeoutMs)
    let line = ''
    /** @param {Buffer} chunk */
    const onOutput = (chunk) => {
      output += chunk.toString()
      if (echo) process.stderr.write(chunk)
      if (echoLines === undefined) return
      const lines = (line + chunk.toString()).split('\n')
      line = lines.pop() ?? ''
      for (const whole of lines) if (echoLines.test(whole)) console.error(whole)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
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
 * Connects a command to the terminal, forwards SIGINT, SIGTERM and SIGHUP, and returns its exit code: after a signal 128 and its number.
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
    for (const name of signals) process.on(name, forward)
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      process.stderr.write(chunk)
      onStderr?.(chunk.toString())
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? codeOf(signal ?? 'SIGTERM'))
    })
  })
}
