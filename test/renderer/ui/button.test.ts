import { createRawSnippet } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import Button from '#renderer/ui/Button.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'

let page: Mounted
afterEach(() => page.end())
const children = createRawSnippet(() => ({ render: () => '<span>Save</span>' }))

test('a busy button cannot be pressed, but keeps the focus', async () => {
  const onclick = vi.fn()
  page = await mountInApp(Button as never, { children, onclick, isBusy: true })
  const button = page.find<HTMLButtonElement>('button')
  button.focus()
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  button.dispatchEvent(event)
  expect([onclick.mock.calls.length, event.defaultPrevented]).toEqual([0, true])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a button that is not busy is pressed', async () => {
  const onclick = vi.fn()
  page = await mountInApp(Button as never, { children, onclick })
  page.find('button').click()
  expect(onclick).toHaveBeenCalledOnce()
})
