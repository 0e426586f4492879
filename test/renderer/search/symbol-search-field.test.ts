import { expect, test } from 'vitest'
import SymbolSearchField from '../../../src/renderer/search/SymbolSearchField.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'

/** Pastes into the field. Returns whether the browser inserts the text itself. */
async function paste(text: string, props: { onpastelist?: (text: string) => void }): Promise<boolean> {
  const { find, end } = await mountInApp(SymbolSearchField, { listed: [], onadd: () => undefined, ...props })
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  })
  const isLeft = find('input').dispatchEvent(event)
  await end()
  return isLeft
}

const list = 'AAPL@XNGS\nSBER@MISX'

test('a pasted list is handed to the dialog and not typed into the field', async () => {
  const taken: string[] = []
  expect(await paste(list, { onpastelist: (text) => taken.push(text) })).toBe(false)
  expect(taken).toEqual([list])
})

test('a single symbol is pasted into the field; so is a list without a dialog for it', async () => {
  const taken: string[] = []
  expect(await paste('AAPL@XNGS', { onpastelist: (text) => taken.push(text) })).toBe(true)
  expect(await paste(list, {})).toBe(true)
  expect(taken).toEqual([])
})
