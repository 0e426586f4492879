import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GlanceShortcut, type Shortcuts } from '#main/desktop/glance/glance-shortcut.ts'
import { hasAutostartFile, setAutostartFile } from '#main/desktop/system/autostart-entries.ts'
import { decideClosing } from '#main/desktop/window/close-window.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

test('the autostart entry starts the app hidden for any path, and is removed when turned off', () => {
  const configHome = makeTemporaryDirectory()
  const path = join(configHome, 'autostart', 'tidemark.desktop')
  expect(hasAutostartFile(configHome)).toBe(false)
  setAutostartFile({ configHome, executable: '/opt/My $Apps/100%/tide"mark' }, true)
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines[0]).toBe('[Desktop Entry]')
  expect(lines).toContain('Type=Application')
  expect(lines).toContain(String.raw`Exec="/opt/My \\$Apps/100%%/tide\\"mark" --hidden`)
  expect(hasAutostartFile(configHome)).toBe(true)
  setAutostartFile({ configHome, executable: '/opt/tidemark' }, false)
  expect(existsSync(path)).toBe(false)
  setAutostartFile({ configHome, executable: '/opt/tidemark' }, false)
})

const usual = { isQuitting: false, closesToTray: true, hasTray: true, platform: 'linux' } as const
test.each([
  [{}, 'tray'],
  [{ hasTray: false }, 'minimize'],
  [{ closesToTray: false }, 'quit'],
  [{ hasTray: false, closesToTray: false }, 'quit'],
  [{ isQuitting: true }, 'quit'],
  [{ platform: 'darwin' }, 'quit'],
] as const)('closing the window with %j: %s', (changes, expected) => {
  expect(decideClosing({ ...usual, ...changes })).toBe(expected)
})

/** A keyboard on which another program may hold some shortcuts, and some shortcuts are invalid. */
class FakeKeyboard implements Shortcuts {
  readonly held = new Map<string, () => void>()
  readonly foreign = new Set<string>()
  register(accelerator: string, run: () => void): boolean {
    if (accelerator === 'Ctrl+F24') throw new TypeError('conversion failure')
    if (this.foreign.has(accelerator) || this.held.has(accelerator)) return false
    this.held.set(accelerator, run)
    return true
  }
  unregister(accelerator: string): void {
    this.held.delete(accelerator)
  }
}

test('setting a shortcut releases the previous one', () => {
  const keyboard = new FakeKeyboard()
  let runs = 0
  const shortcut = new GlanceShortcut(keyboard, () => runs++)
  expect(shortcut.state).toBe('none')
  shortcut.set('Ctrl+Alt+G')
  shortcut.set('Ctrl+Alt+G')
  keyboard.held.get('Ctrl+Alt+G')?.()
  expect([shortcut.state, runs]).toEqual(['held', 1])
  shortcut.set('Ctrl+Alt+T')
  expect([...keyboard.held.keys()]).toEqual(['Ctrl+Alt+T'])
  shortcut.set(null)
  expect([shortcut.state, keyboard.held.size]).toEqual(['none', 0])
})

test('a shortcut that another program holds is reported as taken, and registered once it is free', () => {
  const keyboard = new FakeKeyboard()
  keyboard.foreign.add('Ctrl+Alt+G')
  const shortcut = new GlanceShortcut(keyboard, () => undefined)
  shortcut.set('Ctrl+Alt+G')
  expect(shortcut.state).toBe('taken')
  keyboard.foreign.clear()
  shortcut.set('Ctrl+Alt+G')
  expect(shortcut.state).toBe('held')
})

test('an invalid shortcut is reported as taken and does not throw', () => {
  const shortcut = new GlanceShortcut(new FakeKeyboard(), () => undefined)
  shortcut.set('Ctrl+F24')
  expect(shortcut.state).toBe('taken')
})
