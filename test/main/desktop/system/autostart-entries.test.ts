import { expect, test } from 'vitest'
import {
  hasLoginItem,
  setLoginItem,
  wasStartedByLogin,
  type LoginItems,
} from '#main/desktop/system/autostart-entries.ts'

/** The Windows registry: it stores a command line and compares it on reading. */
class FakeRegistry implements LoginItems {
  #commandLine: string | null = null
  getLoginItemSettings({ args = [] }: { args?: string[] } = {}) {
    return { openAtLogin: this.#commandLine === args.join(' '), wasOpenedAtLogin: false }
  }
  setLoginItemSettings({ openAtLogin, args = [] }: { openAtLogin: boolean; args?: string[] }): void {
    this.#commandLine = openAtLogin ? args.join(' ') : null
  }
}

test('an entry with arguments is found again, and removed when turned off', () => {
  const registry = new FakeRegistry()
  expect(hasLoginItem(registry)).toBe(false)
  setLoginItem(registry, true)
  expect(registry.getLoginItemSettings({ args: ['--hidden'] }).openAtLogin).toBe(true)
  expect(hasLoginItem(registry)).toBe(true)
  setLoginItem(registry, false)
  expect(hasLoginItem(registry)).toBe(false)
})

test('a start at login on macOS is recognised without an argument', () => {
  const started = (wasOpenedAtLogin: boolean): boolean =>
    wasStartedByLogin({
      getLoginItemSettings: () => ({ openAtLogin: true, wasOpenedAtLogin }),
      setLoginItemSettings: () => undefined,
    })
  expect([started(true), started(false)]).toEqual([true, false])
})
