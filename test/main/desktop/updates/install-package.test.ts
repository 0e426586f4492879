import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installPackage } from '#main/desktop/updates/install-package.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { keys, makeRelease } from './release-rig.ts'

const source = join(import.meta.dirname, '..', '..', '..', '..', 'resources', 'installers', 'install-update')
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Whether a fake has installed the package. */
const isInstalled = 'grep -sqE "^(dpkg|zypper|rpm) " "$LOG"'

/** What fakes of the system's programs do; `$LOG` gets a line for each change, with the content of the package. */
const programs = {
  pkexec: 'shift; "$@"',
  'dpkg-deb': '[ "$3" = Package ] && echo tidemark || echo "$NEW"',
  'dpkg-query': `${isInstalled} && printf "$NEW" || printf 0.1.0`,
  dpkg: `if [ "$1" = -i ]; then echo "dpkg $(cat "$2")" >>"$LOG"; else [ "$2" != "$4" ] && [ "$(printf '%s\\n' "$2" "$4" | sort -V | tail -n 1)" = "$2" ]; fi`,
  'apt-get': 'echo "apt-get $*" >>"$LOG"',
  rpm: `case "$*" in *NAME*) printf tidemark;; *VERSION*-p*) printf "$NEW";; *VERSION*) ${isInstalled} && printf "$NEW" || printf 0.1.0;; *) echo "rpm $(cat "$2")" >>"$LOG";; esac`,
  zypper: 'for last; do :; done; echo "zypper $(cat "$last")" >>"$LOG"',
}

/** An installed app of this user in place of root, and the programs above in PATH. */
function setUp({ version = '0.2.0', overrides = {} }: { version?: string; overrides?: Partial<typeof programs> } = {}) {
  const [app, path, own, temporary] = [1, 2, 3, 4].map(() => makeTemporaryDirectory()) as [
    string,
    string,
    string,
    string,
  ]
  const script = join(app, 'install-update')
  copyFileSync(source, script)
  chmodSync(script, 0o755)
  writeFileSync(join(app, 'update-key.pem'), keys.publicKey, { mode: 0o644 })
  chmodSync(app, 0o755)
  for (const [name, body] of Object.entries({ ...programs, ...overrides }))
    writeFileSync(join(path, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const log = join(own, 'log')
  setVariable('PATH', `${path}:${process.env['PATH']}`)
  setVariable('LOG', log)
  setVariable('NEW', version)
  setVariable('TMPDIR', temporary)
  const done = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [])
  const left = (): string[] => readdirSync(temporary).filter((name) => /^(tmp\.|tidemark-update-)/.test(name))
  return { app, script, done, left }
}

/** Sets a variable of the environment for the current test. */
function setVariable(name: string, value: string): void {
  const before = process.env[name]
  process.env[name] = value
  onTestFinished(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
}

test.skipIf(!hasOpenssl).each([
  ['deb', 'dpkg the new version'],
  ['rpm', 'zypper the new version'],
])('root installs its own copy of a signed %s, and leaves no files', async (ending, line) => {
  const { script, done, left } = setUp()
  await installPackage(makeRelease({ ending }), script)
  expect([done(), left()]).toEqual([[line], []])
})

test.skipIf(!hasOpenssl)('a file that is swapped after the copy was made is not what is installed', async () => {
  const release = makeRelease({ ending: 'deb' })
  // The first program that runs after the copy: it acts as the user, who changes the file.
  const swap = `echo "another program" >"${release.path}"; ${programs['dpkg-deb']}`
  const { script, done } = setUp({ overrides: { 'dpkg-deb': swap } })
  await installPackage(release, script)
  expect(readFileSync(release.path, 'utf8')).toBe('another program\n')
  expect(done()).toEqual(['dpkg the new version'])
})

const other = generateKeyPairSync('ed25519').privateKey

interface Fault {
  readonly change?: string
  readonly privateKey?: KeyObject
  readonly version?: string
}
const faults: readonly (readonly [what: string, fault: Fault])[] = [
  ['changed after the app checked it', { change: 'another program' }],
  ['signed with another key', { privateKey: other }],
  ['signed, and older than the installed one', { version: '0.0.9' }],
  ['signed, and installed already', { version: '0.1.0' }],
]

test.skipIf(!hasOpenssl).each(faults)(
  'root refuses a package that is %s',
  async (_, { change, privateKey = keys.privateKey, version = '0.2.0' }) => {
    for (const ending of ['deb', 'rpm']) {
      const { script, done, left } = setUp({ version })
      const release = makeRelease({ ending, privateKey, version })
      if (change !== undefined) writeFileSync(release.path, change)
      await expect(installPackage(release, script)).rejects.toThrow('ended with 1')
      expect([done(), left()]).toEqual([[], []])
    }
  },
)

test.skipIf(!hasOpenssl)('a package that dpkg refuses is not installed, whatever apt-get mends', async () => {
  const { script, done } = setUp({
    overrides: { dpkg: programs.dpkg.replace('echo "dpkg $(cat "$2")" >>"$LOG"', 'false') },
  })
  await expect(installPackage(makeRelease({ ending: 'deb' }), script)).rejects.toThrow('ended with 1')
  expect(done()).toEqual(['apt-get install -f -y'])
})

test.skipIf(!hasOpenssl)('a package whose signed hash belongs to a file of another kind is refused', async () => {
  const { script, done } = setUp()
  const release = makeRelease({ ending: 'AppImage' })
  const path = `${release.path}.deb`
  copyFileSync(release.path, path)
  await expect(installPackage({ ...release, path }, script)).rejects.toThrow('ended with 1')
  expect(done()).toEqual([])
})

test.skipIf(!hasOpenssl)('a key that others can change is not used', async () => {
  for (const [file, mode] of [
    ['update-key.pem', 0o666] as const,
    ['install-update', 0o775] as const,
    ['.', 0o777] as const,
  ]) {
    const { app, script, done } = setUp()
    chmodSync(join(app, file), mode)
    await expect(installPackage(makeRelease({ ending: 'deb' }), script)).rejects.toThrow('ended with 1')
    expect(done()).toEqual([])
  }
})

test.skipIf(!hasOpenssl)('a path is only data: no part of it is run', async () => {
  const { script, done } = setUp()
  const release = makeRelease({ ending: 'deb' })
  const path = join(makeTemporaryDirectory(), `-i $(touch owned) ; touch owned 'x" .deb`)
  copyFileSync(release.path, path)
  await installPackage({ ...release, path }, script)
  expect([done(), existsSync('owned')]).toEqual([['dpkg the new version'], false])
})

test('a refusal of the user leaves the installed version', async () => {
  const { script, done, left } = setUp({ overrides: { pkexec: 'exit 126' } })
  if (process.getuid?.() === 0) return
  await expect(installPackage(makeRelease({ ending: 'deb' }), script)).rejects.toThrow('ended with 126')
  expect([done(), left()]).toEqual([[], []])
})
