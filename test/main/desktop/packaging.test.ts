import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageConfig, whyNoFeed } from '../../../scripts/package-config.mjs'
import { appUserModelId, desktopEntryName } from '../../../src/main/desktop/system/identity.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const packing = { app: 'app', output: 'dist', electronDist: null, electronVersion: '1.2.3' }
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

test('with an update feed macOS also gets the archive that updates use', () => {
  expect([configFor(null).publish, configFor(null).mac?.target]).toEqual([null, ['dmg']])
  expect(configFor('https://updates.example').mac?.target).toEqual(['dmg', 'zip'])
})
