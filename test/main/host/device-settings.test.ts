import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDeviceSettings } from '#main/host/device-settings.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { withReason } from '../reason.ts'

const makePath = () => join(makeTemporaryDirectory(), 'settings.json')

test('settings of the computer are saved; settings of the profile are returned', () => {
  const path = makePath()
  const rest = openDeviceSettings(path).keep({ theme: 'dark', startsWithSystem: null, accountCurrency: 'USD' })
  expect(rest).toEqual({ accountCurrency: 'USD' })
  expect(openDeviceSettings(path).all()).toEqual({ theme: 'dark', startsWithSystem: null })
})

test('settings of older versions are taken over from a profile, but never replace newer choices', () => {
  const settings = openDeviceSettings(makePath())
  settings.adopt({ closesToTray: false, tray: { shows: 'total' }, theme: 'light' })
  settings.keep({ theme: 'dark' })
  settings.adopt({ closesToTray: true, theme: 'light', glanceShortcut: 'Ctrl+Alt+G', hideAmounts: undefined })
  expect(settings.all()).toEqual({ closesToTray: false, theme: 'dark', glanceShortcut: 'Ctrl+Alt+G' })
})

test.each(['', '{"theme":', '[1]', 'null'])(
  'a damaged file (%j) is renamed, and settings can be saved again',
  (text) => {
    const path = makePath()
    writeFileSync(path, text)
    const settings = openDeviceSettings(path)
    expect(settings.all()).toEqual({})
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text)
    settings.keep({ theme: 'dark' })
    expect(openDeviceSettings(path).all()).toEqual({ theme: 'dark' })
  },
)

test('a failed write changes nothing', () => {
  const path = makePath()
  const settings = openDeviceSettings(path)
  mkdirSync(path)
  expect(() => settings.keep({ theme: 'dark' })).toThrow(withReason('cannot-replace', { path }))
  expect(settings.all()).toEqual({})
  expect(existsSync(path)).toBe(true)
})

test('an unreadable file is renamed, not overwritten', () => {
  const path = makePath()
  mkdirSync(path)
  openDeviceSettings(path).keep({ theme: 'dark' })
  expect(statSync(`${path}.damaged`).isDirectory()).toBe(true)
  expect(openDeviceSettings(path).all()).toEqual({ theme: 'dark' })
})
