import { afterEach, beforeEach } from 'vitest'
import { Palette } from '#renderer/search/palette.svelte.ts'
import Shell from '#renderer/shell/Shell.svelte'
import '../fixtures/page/load-screens.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

export let page: Mounted
beforeEach(() => {
  localStorage.clear()
  location.hash = '#/settings'
})
afterEach(() => page.end())

/** Opens the whole shell, which contains the palette. */
export async function openShell(overrides = {}): Promise<void> {
  page = await mountInApp(Shell, { host: { onReach: () => () => undefined } }, fixtureTransport(overrides))
}
/** Opens the shell and its palette, and returns the search field. */
export async function open(overrides = {}): Promise<HTMLInputElement> {
  await openShell(overrides)
  return openPalette()
}
/** Opens the palette of the open shell, and returns the search field. */
export async function openPalette(): Promise<HTMLInputElement> {
  page.find<HTMLButtonElement>('button[title^="Search"]').click()
  await page.settle()
  await wait(0)
  return page.find<HTMLInputElement>('input[role=combobox]')
}
export const wait = async (ms = Palette.debounceMs): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  await page.settle()
}
export const type = (input: HTMLInputElement, text: string): void => {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
export const press = async (input: Element, key: string, init: KeyboardEventInit = {}): Promise<void> => {
  input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  await page.settle()
}
export const options = (): string[] =>
  [...page.target.querySelectorAll('[role=option]')].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
export const marked = (): string =>
  page.find('[role=option][aria-selected=true]').textContent.replace(/\s+/g, ' ').trim()
