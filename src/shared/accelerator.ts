/** Modifiers as users write them (lower case), with their names in Electron. */
const modifiers: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  control: 'Ctrl',
  strg: 'Ctrl',
  cmd: 'Cmd',
  command: 'Cmd',
  commandorcontrol: 'CmdOrCtrl',
  cmdorctrl: 'CmdOrCtrl',
  alt: 'Alt',
  option: 'Alt',
  altgr: 'AltGr',
  shift: 'Shift',
  super: 'Super',
  meta: 'Super',
  win: 'Super',
}
const order = ['CmdOrCtrl', 'Ctrl', 'Cmd', 'Alt', 'AltGr', 'Super', 'Shift']
/** Modifiers of which a shortcut needs at least one: without them it would capture a letter in every other program. */
const requiredModifiers = order.filter((name) => name !== 'Shift')

const namedKeys = [
  'Space',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Enter',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Escape',
  'PrintScreen',
  'Plus',
]
const keyByName: ReadonlyMap<string, string> = new Map([
  ...namedKeys.map((key) => [key.toLowerCase(), key] as const),
  ['return', 'Enter'],
  ['esc', 'Escape'],
  ['del', 'Delete'], // oxfmt-ignore
])

const keyOf = (text: string): string | undefined =>
  /^[a-z0-9]$/i.test(text) || /^f([1-9]|1\d|2[0-4])$/i.test(text)
    ? text.toUpperCase()
    : /^[-=[\]\\;',./`]$/.test(text)
      ? text
      : keyByName.get(text.toLowerCase())

/**
 * Normalises a keyboard shortcut ("ctrl + alt + g") to the notation of Electron ("Ctrl+Alt+G"). `null` if it is not a valid
 * global shortcut: one key with at least one modifier other than Shift, or a function key.
 */
export function readAccelerator(text: string): string | null {
  const parts = text.split('+').map((part) => part.trim())
  const key = keyOf(parts.at(-1) ?? '')
  const named = parts.slice(0, -1).map((part) => modifiers[part.toLowerCase()])
  const held = new Set(named)
  if (key === undefined || held.has(undefined) || held.size < named.length) return null
  const isFunctionKey = /^F\d/.test(key)
  if (!isFunctionKey && !requiredModifiers.some((name) => held.has(name))) return null
  return [...order.filter((name) => held.has(name)), key].join('+')
}
