/** Modifiers as people write them, to what Electron calls them. */
const modifiers: Readonly<Record<string, string>> = {
  ...{ ctrl: 'Ctrl', control: 'Ctrl', strg: 'Ctrl' },
  ...{ cmd: 'Cmd', command: 'Cmd', commandorcontrol: 'CmdOrCtrl', cmdorctrl: 'CmdOrCtrl' },
  ...{ alt: 'Alt', option: 'Alt', altgr: 'AltGr', shift: 'Shift' },
  ...{ super: 'Super', meta: 'Super', win: 'Super' },
}
const order = ['CmdOrCtrl', 'Ctrl', 'Cmd', 'Alt', 'AltGr', 'Super', 'Shift']
/** A shortcut of these alone would take a letter from every other program. */
const strong = order.filter((name) => name !== 'Shift')

const namedKeys = [
  ...['Space', 'Tab', 'Backspace', 'Delete', 'Insert', 'Enter', 'Up', 'Down', 'Left', 'Right', 'Home', 'End'],
  ...['PageUp', 'PageDown', 'Escape', 'PrintScreen', 'Plus'],
]
const keyByName: ReadonlyMap<string, string> = new Map([
  ...namedKeys.map((key) => [key.toLowerCase(), key] as const),
  ...([['return', 'Enter'], ['esc', 'Escape'], ['del', 'Delete']] as const), // prettier-ignore
])

const keyOf = (text: string): string | undefined =>
  /^[a-z0-9]$/i.test(text) || /^f([1-9]|1\d|2[0-4])$/i.test(text)
    ? text.toUpperCase()
    : /^[-=[\]\\;',./`]$/.test(text)
      ? text
      : keyByName.get(text.toLowerCase())

/**
 * A keyboard shortcut as Electron writes it ("Ctrl+Alt+G"), from what a person wrote ("ctrl + alt + g"); `null` where that
 * is none that holds everywhere: one key, or a function key alone, with modifiers that leave typing to other programs.
 */
export function readAccelerator(text: string): string | null {
  const parts = text.split('+').map((part) => part.trim())
  const key = keyOf(parts.at(-1) ?? '')
  const named = parts.slice(0, -1).map((part) => modifiers[part.toLowerCase()])
  const held = new Set(named)
  if (key === undefined || held.has(undefined) || held.size < named.length) return null
  const isFunctionKey = /^F\d/.test(key)
  if (!isFunctionKey && !strong.some((name) => held.has(name))) return null
  return [...order.filter((name) => held.has(name)), key].join('+')
}
