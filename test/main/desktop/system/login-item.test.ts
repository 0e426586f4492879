import { expect, test } from 'vitest'
import { hasLoginItem, setLoginItem, wasStartedByLogin, type LoginItems } from '../../../src/main/desktop/login-item.ts'

/** Windows’ registry: it keeps a command line, and answers for no other. */
class FakeRegistry implements LoginItems {
  #commandLine: string | null = null
  getLoginItemSettings({ args = [] }: { args?: string[] } = {}) {
    return { openAtLogin: this.#commandLine === args.join(' '), wasOpenedAtLogin: false }
  }
  setLoginItemSettings({ openAtLogin, args = [] }: { openAtLogin: boolean; args?: string[] }): void {
    this.#commandLine = openAtLogin ? args.join(' ') : null
  }
}

test('an entry with arguments is found again, and goes when it is switched off', () => {
  const registry = new FakeRegistry()
  expect(hasLoginItem(registry)).toBe(false)
  setLoginItem(registry, true)
  expect(registry.getLoginItemSettings({ args: ['--hidden'] }).openAtLogin).toBe(true)
  expect(hasLoginItem(registry)).toBe(true)
  setLoginItem(registry, false)
  expect(hasLoginItem(registry)).toBe(false)
})

test('a start by the login is known without an argument', () => {
  const started = (wasOpenedAtLogin: boolean): boolean =>
    wasStartedByLogin({
      getLoginItemSettings: () => ({ openAtLogin: true, wasOpenedAtLogin }),
      setLoginItemSettings: () => undefined,
    })
  expect([started(true), started(false)]).toEqual([true, false])
})
