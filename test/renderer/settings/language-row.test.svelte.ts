import { afterEach, expect, test } from 'vitest'
import { followLanguage } from '#renderer/lib/language.svelte.ts'
import LanguageRow from '#renderer/settings/LanguageRow.svelte'
import { m } from '#shared/messages/messages.js'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
let stop = (): void => undefined
afterEach(async () => {
  stop()
  await page.end()
  $effect.root(() => followLanguage(() => null))()
})

const choose = async (value: string): Promise<void> => {
  page.find<HTMLInputElement>(`input[type=radio][value=${value}]`).click()
  await page.settle()
}

test('a chosen language is saved and changes the screen and the language of the document at once', async () => {
  page = await mountInApp(LanguageRow, {}, fixtureTransport({}))
  stop = $effect.root(() => followLanguage(() => page.app.settings.language))
  expect(page.target.textContent).toContain('Numbers and dates have their own formats.')
  await choose('ru')
  expect(page.target.textContent).toContain('У чисел и дат свои форматы.')
  expect([document.documentElement.lang, m.common_fees()]).toEqual(['ru', 'Комиссии'])
  await choose('system')
  expect([document.documentElement.lang, m.common_fees()]).toEqual(['en', 'Fees'])
  expect(page.sent('settings.write')).toEqual([{ language: 'ru' }, { language: null }])
})
