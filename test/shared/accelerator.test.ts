import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAccelerator } from '#shared/accelerator.ts'

test.each([
  ['Ctrl+Alt+G', 'Ctrl+Alt+G'],
  [' alt + ctrl + g ', 'Ctrl+Alt+G'],
  ['cmdorctrl+shift+space', 'CmdOrCtrl+Shift+Space'],
  ['F9', 'F9'],
  ['super+esc', 'Super+Escape'],
  ['Ctrl+.', 'Ctrl+.'],
])('%s is read as the shortcut %s', (text, accelerator) => expect(readAccelerator(text)).toBe(accelerator))

test.each([
  '',
  'g',
  'Shift+G',
  'Ctrl',
  'Ctrl+',
  'Ctrl+Ctrl+G',
  'Ctrl+GG',
  'Ctrl+F25',
  'Hyper+G',
  'Ctrl+G+Alt',
  '+',
  'ключ',
])('%j is not a shortcut', (text) => expect(readAccelerator(text)).toBeNull())

test('a normalised shortcut is unchanged by normalising it again', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('ctrl', 'Alt', 'shift', 'super', 'g', 'F5', 'plus', '-', '')), (parts) => {
      const read = readAccelerator(parts.join('+'))
      expect(read === null ? null : readAccelerator(read)).toBe(read)
    }),
  )
})
