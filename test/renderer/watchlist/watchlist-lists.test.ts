import { expect, test, vi } from 'vitest'
import * as market from '../fixtures/market.ts'
import { emptyAnswers, failing, failingAnswers } from '../fixtures/transport.ts'
import { button, choose, press, show, words } from './watchlist-screen.ts'

test('a list is created, renamed and, after confirmation, deleted', async () => {
  const mounted = await show()
  const submit = async (name: string) => {
    const field = mounted.find<HTMLInputElement>('dialog input')
    field.value = name
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await mounted.settle()
    mounted.find<HTMLFormElement>('dialog form').requestSubmit()
    await mounted.settle()
  }
  button(mounted, 'New list').click()
  await mounted.settle()
  await submit('  Metals ')
  expect(mounted.sent('watchlists.create')).toEqual([{ name: 'Metals' }])
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Metals')
  await choose(mounted, 'Metals', 'Rename')
  expect(mounted.find<HTMLInputElement>('dialog input').value).toBe('Metals')
  await submit('Gold')
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Gold')
  await choose(mounted, 'Gold', 'Delete')
  expect(mounted.sent('watchlists.remove')).toEqual([])
  button(mounted, 'Delete list').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.remove')).toHaveLength(1)
  expect(words(mounted.target)).not.toContain('Gold')
  await mounted.end()
})

test('a rejected name keeps the dialog open and shows the reason', async () => {
  const mounted = await show({ 'watchlists.rename': failing('invalid', 'A list of this name is there already.') })
  await choose(mounted, 'Technology', 'Rename')
  mounted.find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  expect(words(mounted.find('dialog [role=alert]'))).toContain('A list of this name is there already.')
  await mounted.end()
})

test('arrow keys switch tabs, and the visible symbols are reported to the host', async () => {
  const mounted = await show()
  press(mounted.find('[role=tab]'), 'ArrowRight')
  await mounted.settle()
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Ideas')
  expect(words(mounted.target)).toContain('“Ideas” is empty')
  const reported = mounted.sent('attention.set').map((params) => (params as { symbols: string[] }).symbols)
  expect(reported[0]).toEqual(['AAPL@XNGS', 'MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX'])
  expect(reported.at(-1)).toEqual([])
  await mounted.end()
})

test('no watchlist and a failed read have different messages', async () => {
  const empty = await show(emptyAnswers)
  expect(words(empty.target)).toContain('No watchlist yet')
  await empty.end()
  const broken = await show(failingAnswers)
  expect(words(broken.find('[role=alert]'))).toContain('The journal cannot be read.')
  expect(words(broken.target)).not.toContain('No watchlist yet')
  await broken.end()
})

test('a pasted list is previewed: found, already listed, ambiguous, unknown', async () => {
  const mounted = await show()
  button(mounted, 'Paste a list').click()
  await mounted.settle()
  const field = mounted.find<HTMLTextAreaElement>('dialog textarea')
  field.value = 'AAPL@XNGS, amzn US0378331005\nNOPE NEW@XXXX'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(async () => {
    await mounted.settle()
    expect(words(mounted.find('dialog [role=status]'))).toBe(
      '1 found · 1 already in the list · 1 ambiguous: choose one · 2 unknown',
    )
  })
  expect(words(mounted.find('dialog [role=region]'))).toMatch(/NOPE.*No instrument matches/)
  const select = mounted.find<HTMLSelectElement>('dialog select')
  select.value = 'APC@XETR'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  mounted.find<HTMLInputElement>('dialog input[type=checkbox]').click()
  await mounted.settle()
  button(mounted, 'Add 3').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.addSymbols')).toEqual([{ id: 'w1', symbols: ['AMZN@XNGS', 'APC@XETR', 'NEW@XXXX'] }])
  expect(mounted.target.querySelector('dialog[open] textarea')).toBeNull()
  await mounted.end()
})

test('an exported list can be imported as a new list with the same name and order', async () => {
  const mounted = await show()
  await choose(mounted, 'Technology', 'Export as text')
  const text = mounted.find<HTMLTextAreaElement>('dialog textarea').value
  expect(text.split('\n').slice(0, 2)).toEqual(['# Watchlist: Technology', 'AAPL@XNGS # Apple Inc.'])
  expect(mounted.find<HTMLAnchorElement>('dialog a[download]').download).toBe('Technology.txt')
  mounted.find<HTMLButtonElement>('dialog footer button').click()
  await mounted.settle()
  await choose(mounted, 'Technology', 'Import')
  const file = mounted.find<HTMLInputElement>('dialog input[type=file]')
  Object.defineProperty(file, 'files', { value: [new File([text], 'list.txt')] })
  file.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(async () => {
    await mounted.settle()
    expect(mounted.find<HTMLInputElement>('dialog .target > input').value).toBe('Technology')
  })
  for (const box of mounted.target.querySelectorAll<HTMLInputElement>('dialog input[type=checkbox]')) box.click()
  await mounted.settle()
  button(mounted, 'Add 4').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.create')).toEqual([{ name: 'Technology', symbols: market.watchlists[0]!.symbols }])
  await mounted.end()
})
