import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasAutostartFile, setAutostartFile } from '../../../src/main/desktop/autostart-file.ts'
import { decideClosing } from '../../../src/main/desktop/close-window.ts'
import { GlanceShortcut, type Shortcuts } from '../../../src/main/desktop/glance-shortcut.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

test('the autostart entry starts the program hidden, whatever its path; switched off it is gone', () => {
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
  [{ closesToTray: false }, 'end'],
  [{ hasTray: false, closesToTray: false }, 'end'],
  [{ isQuitting: true }, 'end'],
  [{ platform: 'darwin' }, 'end'],
] as const)('closing the window with %j: %s', (changes, does) => {
  expect(decideClosing({ ...usual, ...changes })).toBe(does)
})

/** A keyboard of which another program may hold some shortcuts, and which knows some not at all. */
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

test('one shortcut is held at a time, and let go of with the next', () => {
  const keyboard = new FakeKeyboard()
  let runs = 0
  const shortcut = new GlanceShortcut(keyboard, () => runs++)
  expect(shortcut.state).toBe('none')
  shortcut.want('Ctrl+Alt+G')
  shortcut.want('Ctrl+Alt+G')
  keyboard.held.get('Ctrl+Alt+G')?.()
  expect([shortcut.state, runs]).toEqual(['held', 1])
  shortcut.want('Ctrl+Alt+T')
  expect([...keyboard.held.keys()]).toEqual(['Ctrl+Alt+T'])
  shortcut.want(null)
  expect([shortcut.state, keyboard.held.size]).toEqual(['none', 0])
})

test('a shortcut of another program is taken, not fought for, and had once it is free', () => {
  const keyboard = new FakeKeyboard()
  keyboard.foreign.add('Ctrl+Alt+G')
  const shortcut = new GlanceShortcut(keyboard, () => undefined)
  shortcut.want('Ctrl+Alt+G')
  expect(shortcut.state).toBe('taken')
  keyboard.foreign.clear()
  shortcut.want('Ctrl+Alt+G')
  expect(shortcut.state).toBe('held')
})

test('a shortcut that the system does not know ends nothing', () => {
  const shortcut = new GlanceShortcut(new FakeKeyboard(), () => undefined)
  shortcut.want('Ctrl+F24')
  expect(shortcut.state).toBe('taken')
})
