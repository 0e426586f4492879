import { tick } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import { modal } from '#renderer/ui/overlay/modal.ts'
import '../../fixtures/page/dom.ts'

afterEach(() => document.body.replaceChildren())

/** An open dialog with this content, which `close` closes as a component does. */
function makeDialog(html: string) {
  document.body.innerHTML = `<button id="opener"></button><dialog>${html}</dialog>`
  document.querySelector<HTMLElement>('#opener')!.focus()
  const dialog = document.querySelector('dialog')!
  let isOpen = true
  const attach = modal(
    () => isOpen,
    () => undefined,
  )
  const detach = attach(dialog)
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve))
  return {
    async close(): Promise<void> {
      isOpen = false
      document.querySelector<HTMLElement>(':focus')?.blur()
      attach(dialog)
      await closed
    },
    async remove(): Promise<void> {
      detach?.()
      dialog.remove()
      await tick()
    },
  }
}
const focused = () => document.activeElement?.id

test('a dialog focuses its first field, and returns the focus when it closes', async () => {
  const dialog = makeDialog('<header><button></button></header><input id="field" />')
  expect(focused()).toBe('field')
  await dialog.close()
  expect(focused()).toBe('opener')
})

test('a dialog that is removed while it is open gives the focus back', async () => {
  await makeDialog('<input id="field" />').remove()
  expect(focused()).toBe('opener')
})

test('a dialog without fields focuses the button that changes nothing', () => {
  makeDialog(
    '<header><button></button></header><footer><button class="danger"></button><button id="keep"></button></footer>',
  )
  expect(focused()).toBe('keep')
})

test('a control marked with autofocus takes precedence over the first field', () => {
  makeDialog('<input id="field" /><button autofocus id="marked"></button>')
  expect(focused()).not.toBe('field')
})
