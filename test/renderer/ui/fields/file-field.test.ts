import { afterEach, expect, test, vi } from 'vitest'
import FileField from '#renderer/ui/fields/FileField.svelte'
import { writeTextsIn } from '#shared/language.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'

let page: Mounted
afterEach(async () => {
  writeTextsIn(() => 'en')
  await page.end()
})

test('the file field is in the language of the app, and shows the name of the chosen file', async () => {
  writeTextsIn(() => 'ru')
  const onchoose = vi.fn<(file: File) => void>()
  page = await mountInApp(FileField, { label: 'Файл', accept: '.txt', onchoose })
  expect(page.text()).toBe('Файл Выбрать файл… Файл не выбран')
  const input = page.find<HTMLInputElement>('label input[type=file][accept=".txt"]')
  input.dispatchEvent(new Event('change', { bubbles: true }))
  expect(onchoose).not.toHaveBeenCalled()
  const file = new File(['A1B2'], 'recovery.txt')
  Object.defineProperty(input, 'files', { value: [file] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(page.text()).toBe('Файл Выбрать файл… recovery.txt')
  expect(onchoose.mock.calls).toEqual([[file]])
})
