import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const nobody = 65_534

/** The user that starts Electron when root runs the tests, because Chromium's sandbox does not run as root; otherwise null. */
export const ordinaryUser: { readonly uid: number; readonly gid: number } | null =
  process.platform === 'linux' && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : null

/** The command and arguments that run `command` as the user that starts Electron. */
export const asOrdinaryUser = (command: string, args: readonly string[]): readonly [string, ...string[]] =>
  ordinaryUser === null
    ? [command, ...args]
    : [
        'setpriv',
        `--reuid=${String(ordinaryUser.uid)}`,
        `--regid=${String(ordinaryUser.gid)}`,
        '--clear-groups',
        '--',
        command,
        ...args,
      ]

/** Creates a temporary folder that the ordinary user can read, and owns if `owned`. */
export function makeFolder(name: string, owned: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-${name}-`))
  chmodSync(folder, owned ? 0o700 : 0o755)
  if (owned) giveOwnership(folder)
  return folder
}

/** Makes the ordinary user the owner of a file or a whole folder. */
export function giveOwnership(path: string): void {
  if (ordinaryUser === null) return
  chownSync(path, ordinaryUser.uid, ordinaryUser.gid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveOwnership(join(path, name))
}

/** Writes an executable that starts `command` as the ordinary user, for a launcher that accepts only a path. */
export function writeStarter(folder: string, command: string): string {
  if (ordinaryUser === null) return command
  const starter = join(folder, 'start.sh')
  const words = asOrdinaryUser(command, []).map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  writeFileSync(starter, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return starter
}

/** Why Chromium's sandbox cannot run for the ordinary user on this system; null if it can. */
export function whyNoSandbox(executablePath: string): string | null {
  if (process.platform !== 'linux') return null
  const succeeds = (command: string, ...args: readonly string[]): boolean => {
    const [file, ...rest] = asOrdinaryUser(command, args)
    return spawnSync(file, rest, { stdio: 'ignore' }).status === 0
  }
  if (!succeeds('test', '-x', executablePath)) return `${executablePath} can be executed only by root`
  const helper = lstatSync(join(executablePath, '..', 'chrome-sandbox'), { throwIfNoEntry: false })
  const isHelperSet = helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0
  return isHelperSet || succeeds('unshare', '--user', 'true')
    ? null
    : 'user namespaces are disabled and the sandbox helper is not set up'
}
