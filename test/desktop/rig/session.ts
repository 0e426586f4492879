import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { asOrdinaryUser, giveOwnership, makeFolder } from './ordinary-user.ts'

/** A desktop session: a display, a message bus and an unlocked keyring, while a test file runs. */
export interface DesktopSession {
  /** The environment variables with which a program finds these three. */
  readonly env: Readonly<Record<string, string>>
  /** Ends the started processes and removes the home folder. */
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/** A session bus that accepts not only its owner but also the user who runs the tests, which may be root. */
const busConfigText = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <standard_session_servicedirs />
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

/** Starts a separate session; on other systems than Linux the session of the user is used. */
export async function startDesktopSession(): Promise<DesktopSession> {
  if (process.platform !== 'linux') return { env: {}, stop: () => Promise.resolve() }
  const home = makeFolder('home', true)
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const busConfig = join(home, 'bus.conf')
  writeFileSync(busConfig, busConfigText)
  giveOwnership(home)
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
  }
  const children: ChildProcess[] = []
  const start = (command: string, args: readonly string[], stdio: StdioOptions): ChildProcess => {
    const [file, ...rest] = asOrdinaryUser(command, args)
    const child = spawn(file, rest, { env, cwd: home, stdio })
    children.push(child)
    return child
  }
  const stop = async (): Promise<void> => {
    await Promise.all(children.reverse().map(end))
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const display = start(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'],
      ['ignore', 'pipe', 'ignore'],
    )
    env['DISPLAY'] = `:${await firstLine(display, 'Xvfb')}`
    const bus = start(
      'dbus-daemon',
      [`--config-file=${busConfig}`, '--nofork', '--nopidfile', '--print-address'],
      ['ignore', 'pipe', 'ignore'],
    )
    env['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(bus, 'dbus-daemon')
    const keyring = start(
      'gnome-keyring-daemon',
      ['--foreground', '--unlock', '--components=secrets'],
      ['pipe', 'ignore', 'ignore'],
    )
    keyring.stdin?.end('a password for tests')
    await waitForSecretService(env)
    return { env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${name} ended before it was ready`)))
  })
  const timedOut = wait(startTimeoutMs, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`${name} is not ready`)),
  )
  const line = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout as Readable }).once('line', resolve)
  })
  return Promise.race([line, failed, timedOut])
}

async function waitForSecretService(env: Readonly<Record<string, string>>): Promise<void> {
  const options = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
  const [file, ...args] = asOrdinaryUser('dbus-send', [
    ...options,
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ])
  for (let attempt = 0; attempt < 100; attempt++) {
    if (spawnSync(file, args, { env }).stdout.toString().includes('boolean true')) return
    await wait(100)
  }
  throw new Error('The keyring does not respond on the bus')
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
