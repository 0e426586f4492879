import { expect, test } from 'vitest'
import SymbolSearchField from '#renderer/search/SymbolSearchField.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'

/** Pastes text into the field. Returns whether the browser inserts it. */
async function paste(text: string, props: { onpastelist?: (text: string) => void }): Promise<boolean> {
  const { find, end } = await mountInApp(SymbolSearchField, { listed: [], onadd: () => undefined, ...props })
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  })
  const isInserted = find('input').dispatchEvent(event)
  await end()
  return isInserted
}

const list = 'AAPL@XNGS\nSBER@MISX'

test('a pasted list is passed to the dialog and not inserted into the field', async () => {
  const passed: string[] = []
  expect(await paste(list, { onpastelist: (text) => passed.push(text) })).toBe(false)
  expect(passed).toEqual([list])
})

test('a single symbol is inserted into the field; so is a list when there is no dialog for it', async () => {
  const passed: string[] = []
  expect(await paste('AAPL@XNGS', { onpastelist: (text) => passed.push(text) })).toBe(true)
  expect(await paste(list, {})).toBe(true)
  expect(passed).toEqual([])
})
