import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appUserModelId, desktopEntryName } from '#main/desktop/system/identity.ts'
import { packageConfig, whyNoFeed } from '../../../scripts/packaging/config.mjs'
import { withLauncher, writeInstallScripts } from '../../../scripts/packaging/linux-launcher.mjs'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const installScripts = { afterInstall: 'install.sh', afterRemove: 'remove.sh' }
const completion = { deb: ['a=/usr/share/a'], rpm: ['b=/usr/share/b'] }
const packing = { app: 'app', output: 'dist', electronDist: null, electronVersion: '1.2.3', installScripts, completion }
const configFor = (updateFeed: string | null) => packageConfig({ ...packing, updateFeed })
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('the app id and the desktop entry are the same in the app and in its installers', () => {
  const config = configFor(null)
  expect(config.appId).toBe(appUserModelId)
  expect(manifest.desktopName).toBe(`${desktopEntryName}.desktop`)
  expect(config.linux).toMatchObject({ syncDesktopName: true })
  expect(config.linux?.desktop?.entry).not.toHaveProperty('StartupWMClass')
})

test('the manifest has the fields that Debian and RPM packages require', () => {
  expect(manifest.homepage).toMatch(/^https:\/\//)
  expect(configFor(null).linux?.maintainer).toMatch(/^.+ <.+@.+>$/)
})

test('Linux packages contain the icon in all common sizes', () => {
  const folder = join(root, String(configFor(null).linux?.icon))
  const sizes = readdirSync(folder).map((name) => {
    const png = readFileSync(join(folder, name))
    // A PNG's width and height follow its first 16 bytes.
    expect(name).toBe(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}.png`)
    return png.readUInt32BE(16)
  })
  for (const size of [16, 32, 48, 128, 256, 512]) expect(sizes).toContain(size)
})

test('an app is packaged with an update feed only over https and with a key', () => {
  expect([whyNoFeed(null, false), whyNoFeed('https://updates.example', true)]).toEqual([null, null])
  expect(whyNoFeed('http://updates.example', true)).toContain('https')
  expect(whyNoFeed('https://updates.example', false)).toContain('update-key.pem')
})

test('with an update feed deb and rpm have the script and the key that root uses, and other systems require a signature', () => {
  const [without, withFeed] = [configFor(null), configFor('https://updates.example')]
  const placesOf = ({ linux }: typeof without): unknown[] =>
    [linux?.extraResources].flat().map((each) => (typeof each === 'object' ? each?.to : each))
  expect(placesOf(without)).not.toContain('installers/install-update')
  expect(placesOf(withFeed)).toEqual(expect.arrayContaining(['installers/install-update', 'installers/update-key.pem']))
  expect(statSync(join(root, 'resources/installers/install-update')).mode & 0o111).toBe(0o111)
  expect(withFeed.deb?.fpm).toEqual(expect.arrayContaining(['--depends', 'openssl', 'a=/usr/share/a']))
  expect(withFeed.rpm?.fpm).toEqual(expect.arrayContaining(['--depends', 'openssl', 'b=/usr/share/b']))
  expect([without.mac, without.win, withFeed.mac, withFeed.win].map((each) => each?.forceCodeSigning)).toEqual([
    ...[false, false, true, true],
  ])
})

test('with an update feed macOS also gets the archive that updates use', () => {
  expect([configFor(null).publish, configFor(null).mac?.target]).toEqual([null, ['dmg']])
  expect(configFor('https://updates.example').mac?.target).toEqual(['dmg', 'zip'])
})

test.each([
  ['linux', 'tidemark'],
  ['mac', 'tidemark'],
  ['win', 'tidemark.cmd'],
] as const)('the package for %s has a launcher of the command line that can be run', (platform, name) => {
  const [launcher] = [configFor(null)[platform]?.extraResources].flat()
  if (typeof launcher !== 'object' || launcher === null) throw new Error('no launcher')
  expect(launcher.to).toBe(`bin/${name}`)
  const { mode } = statSync(join(root, String(launcher.from)))
  if (platform !== 'win') expect(mode & 0o111).toBe(0o111)
})

test('after a deb or rpm was installed, `tidemark` in PATH is the launcher; uninstalling removes this link', () => {
  const { afterInstall, afterRemove } = writeInstallScripts(makeTemporaryDirectory())
  const [install, remove] = [readFileSync(afterInstall, 'utf8'), readFileSync(afterRemove, 'utf8')]
  const launcher = "'/opt/${sanitizedProductName}/resources/bin/${executable}'"
  expect(install).toContain(`ln -sf ${launcher} '/usr/bin/\${executable}'`)
  expect(install).toContain(`update-alternatives --install '/usr/bin/\${executable}' '\${executable}' ${launcher} 100`)
  expect(remove).toContain(`update-alternatives --remove '\${executable}' ${launcher}`)
  for (const script of [afterInstall, afterRemove]) expect(spawnSync('bash', ['-n', script]).status).toBe(0)
  expect(() => withLauncher('#!/bin/sh')).toThrow("electron-builder's install script")
  expect(configFor(null)).toMatchObject({
    deb: { ...installScripts, fpm: completion.deb },
    rpm: { ...installScripts, fpm: completion.rpm },
  })
})
