import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Message, sessionBus } from '@jellybrick/dbus-next'
import { node } from '../../../../scripts/child.mjs'
import { until } from '../../../fakes/until.ts'

/** Whether this computer has the programs for a separate keyring. `npm test` installs them if it may, and otherwise names them. */
export const canRunKeyring = ['dbus-daemon', 'gnome-keyring-daemon'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
)

/** A bus that starts no programs itself, because another keyring could start before this keyring. */
const busConfig = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
const password = 'a password for tests'

/** GNOME's keyring on a separate session bus, unlocked. */
export interface Keyring {
  /** The environment variables with which a program finds the keyring. */
  readonly env: Readonly<Record<string, string>>
  lock(): Promise<void>
  /** Stores an entry as the app does, or removes it with `null`. */
  put(entry: string, secret: string | null): void
  /** How often the keyring requested a window for its password. The requests get no reply. */
  windows(): number
  stop(): Promise<void>
}

export async function startKeyring(): Promise<Keyring> {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-keyring-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const env: Record<string, string> = { HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), XDG_DATA_HOME: home }
  const children: ChildProcess[] = []
  const start = (command: string, args: readonly string[], stdio: StdioOptions): ChildProcess => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, cwd: home, stdio })
    children.push(child)
    return child
  }
  const config = join(home, 'bus.conf')
  writeFileSync(config, busConfig)
  const busArgs = [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address']
  const bus = start('dbus-daemon', busArgs, ['ignore', 'pipe', 'ignore'])
  const busAddress = await firstLine(bus)
  env['DBUS_SESSION_BUS_ADDRESS'] = busAddress
  const connection = sessionBus({ busAddress })
  let windows = 0
  connection.addMethodHandler((message) => {
    if (message.interface !== 'org.gnome.keyring.internal.Prompter') return false
    if (message.member === 'BeginPrompting') windows += 1
    connection.send(Message.newMethodReturn(message, '', []))
    return true
  })
  await connection.requestName('org.gnome.keyring.SystemPrompter')
  const call = (head: { path: string; interface: string; member: string; signature: string; body: unknown[] }) =>
    connection.call(new Message({ destination: 'org.freedesktop.secrets', ...head }))
  const isLocked = async (): Promise<boolean> => {
    const answer = await call({
      ...{ path: login, interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' },
      body: ['org.freedesktop.Secret.Collection', 'Locked'],
    }).catch(() => null)
    const [value]: unknown[] = answer?.body ?? []
    return typeof value !== 'object' || value === null || !('value' in value) || value.value === true
  }
  const daemon = ['--foreground', '--unlock', '--components=secrets']
  start('gnome-keyring-daemon', daemon, ['pipe', 'ignore', 'ignore']).stdin?.end(password)
  await until(isLocked, (locked) => !locked)
  return {
    env,
    async lock() {
      await call({
        ...{ path: '/org/freedesktop/secrets', interface: 'org.freedesktop.Secret.Service', member: 'Lock' },
        ...{ signature: 'ao', body: [[login]] },
      })
      await until(isLocked, Boolean)
    },
    put(entry, secret) {
      const work = secret === null ? "deletePassword('Tidemark', entry)" : "setPassword('Tidemark', entry, secret)"
      const script = `const [entry, secret] = process.argv.slice(1); require('keytar').${work}`
      const args = ['-e', script, entry, ...(secret === null ? [] : [secret])]
      const { status, stderr } = spawnSync(node, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
    windows: () => windows,
    async stop() {
      // The bus is closed last, because a message that is sent to a closed bus is an error.
      for (const child of children.filter((each) => each !== bus)) await end(child)
      connection.disconnect()
      await end(bus)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const login = '/org/freedesktop/secrets/collection/login'

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The bus ended before it was ready')))
    createInterface({ input: child.stdout as Readable }).once('line', resolve)
  })

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
