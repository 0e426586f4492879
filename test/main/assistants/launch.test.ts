import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchOf } from '#main/assistants/launch.ts'
import { chooseDataDir } from '#main/host/command-line.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const question = {
  profileId: 'demo',
  dataDir: chooseDataDir(null),
  platform: 'linux',
  execPath: '/usr/bin/node',
  env: {},
} as const
const mcp = ['mcp', '--profile', 'demo']

function makePackage(): { root: string; launcher: string } {
  const resources = makeTemporaryDirectory()
  mkdirSync(join(resources, 'bin'))
  const launcher = join(resources, 'bin', 'tidemark')
  writeFileSync(launcher, '')
  return { root: join(resources, 'app.asar'), launcher }
}

test('in a checkout, its script is started by Node', () => {
  const root = makeTemporaryDirectory()
  expect(launchOf({ ...question, root })).toBeNull()
  const script = join(root, 'scripts', 'tidemark.mjs')
  mkdirSync(join(root, 'scripts'))
  writeFileSync(script, '')
  expect(launchOf({ ...question, root })).toEqual({ command: 'node', args: [script, ...mcp] })
})

test('in a package, its launcher is started', () => {
  const { root, launcher } = makePackage()
  expect(launchOf({ ...question, root })).toEqual({ command: launcher, args: mcp })
  const elsewhere = launchOf({ ...question, root, dataDir: '/data' })
  expect(elsewhere?.args).toEqual([...mcp, '--data-dir', '/data'])
})

test('an AppImage is started by its own file, because its launcher is in another folder at each start', () => {
  const { root, launcher } = makePackage()
  const env = { APPIMAGE: '/home/a/Tidemark.AppImage', APPDIR: '/tmp/.mount_a' }
  expect(launchOf({ ...question, root, env, execPath: '/tmp/.mount_a/tidemark' })).toEqual({
    command: '/home/a/Tidemark.AppImage',
    args: ['--no-sandbox', '--log-level=3', '--', ...mcp],
  })
  // The image of another program, in whose terminal the app was started.
  expect(launchOf({ ...question, root, env, execPath: '/opt/Tidemark/tidemark' })?.command).toBe(launcher)
})

test('on Windows the app itself is started, because programs do not start batch files', () => {
  const { root } = makePackage()
  const launch = launchOf({ ...question, root, platform: 'win32', execPath: 'C:\\Tidemark\\Tidemark.exe' })
  expect(launch?.command).toBe('C:\\Tidemark\\Tidemark.exe')
  expect(launch?.args.slice(2)).toEqual(['--', ...mcp])
})
