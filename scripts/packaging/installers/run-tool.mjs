import { spawnSync } from 'node:child_process'

/**
 * Runs a program to its end. Throws its message if it fails or is missing.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function runTool(program, args) {
  const { status, error, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error !== undefined) throw new Error(`${program} could not be started: ${error.message}`)
  if (status !== 0) throw new Error(`${program} failed: ${(stderr || stdout).trim()}`)
}
