import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { useApp } from './app.ts'

/** Waits until the value that `read` returns satisfies the expectation. */
export const eventually = (read: () => unknown) => expect.poll(read, { timeout: 120_000 })

/** The app with three lists, of which the first has three symbols before each test, and functions that read them. */
export function useWatchlists() {
  const app = useApp()
  let listId: string

  beforeAll(async () => {
    // Pasted names are looked up in the list of all instruments.
    await vi.waitUntil(knowsInstruments, { timeout: 120_000, interval: 250 })
  })
  beforeEach(async () => {
    for (const { id } of await app.host.call('watchlists.list')) await app.host.call('watchlists.remove', { id })
    const { id } = await app.host.call('watchlists.create', {
      name: 'Mine',
      symbols: ['SBER@MISX', 'ETHUSD@_CRYP', 'NONE@XXXX'],
    })
    listId = id
    await app.host.call('watchlists.create', { name: 'Second' })
    await app.host.call('watchlists.create', { name: 'Third' })
  })

  async function knowsInstruments(): Promise<boolean> {
    const [found] = await app.host.call('watchlists.resolve', { text: 'SBER@MISX' })
    return found?.symbol === 'SBER@MISX'
  }

  return {
    app,
    listId: () => listId,
    async open() {
      const watched = await app.open({ permissions: ['clipboard-read', 'clipboard-write'] })
      await watched.page.evaluate(() => void (location.hash = '#/watchlists'))
      await rows(watched.page).first().waitFor()
      return watched
    },
    /** The stored symbols of the first list. */
    storedSymbols: async () => (await app.host.call('watchlists.list')).find(({ id }) => id === listId)?.symbols,
    /** The stored names of all lists, in their order. */
    storedNames: async () => (await app.host.call('watchlists.list')).map(({ name }) => name),
  }
}

export const rows = (page: Page) => page.getByRole('grid', { name: 'Quotes' }).locator('tbody tr')

/** Chooses an item of the menu of a list. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: item }).click()
}

/** Drags from the middle of the first element to the upper left corner of the second. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('an element to drag is not visible')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 3, end.y + 3, { steps: 6 })
  await page.locator('.marker').waitFor()
  await page.mouse.up()
}

/** Opens the dialog into which a list is pasted, and pastes a text. */
export async function paste(page: Page, text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(text)
  return dialog
}
