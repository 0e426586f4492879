import Positions from '#renderer/positions/Positions.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

/** Opens the screen of positions. */
export const show = (overrides: Partial<Answers> = {}) => mountInApp(Positions, {}, fixtureTransport(overrides))

/** The text of an element, in one line. */
export const words = (target: Element) => target.textContent.replace(/\s+/g, ' ')

/** The row with this text. */
export const rowOf = (target: Element, text: string) => {
  const row = [...target.querySelectorAll('tbody tr')].find((candidate) => words(candidate).includes(text))
  if (!row) throw new Error(`no row with ${text}`)
  return row
}

/** The titles of the columns. */
export const heads = (target: Element) =>
  [...target.querySelectorAll('th')].map((head) =>
    words(head)
      .replace(/[ ↑↓]+$/, '')
      .trim(),
  )

/** The cells of the row with this text, by the titles of their columns. */
export const cellsOf = (target: Element, text: string): Record<string, string> => {
  const cells = [...rowOf(target, text).querySelectorAll('td')].map((cell) => words(cell).trim())
  return Object.fromEntries(heads(target).map((title, index) => [title, cells[index] ?? '']))
}
