import { afterEach, expect, test } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { writeTextsIn } from '#shared/language.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

afterEach(() => writeTextsIn(() => 'en'))

test.each([
  { host: 'desktop', language: 'en', first: 'Connection' },
  { host: 'web', language: 'en', first: 'Connection' },
  { host: 'desktop', language: 'ru', first: 'Подключение' },
] as const)(
  'on the $host host in $language the sections are those of the index, in the same order',
  async ({ host, language, first }) => {
    writeTextsIn(() => language)
    const app = () => ({ version: '1', host, platform: 'linux', dataDir: '/data' })
    const page = await mountInApp(Settings, {}, fixtureTransport({ 'app.read': app }))
    const entries = [...page.target.querySelectorAll('nav button')].map(({ textContent }) => textContent.trim())
    const sections = [...page.target.querySelectorAll('section.panel > header h2')].map(({ textContent }) =>
      textContent.trim(),
    )
    expect(sections).toEqual(entries)
    expect(entries[0]).toBe(first)
    await page.end()
  },
)

test('an entry of the index moves the focus to its section', async () => {
  Element.prototype.scrollIntoView ??= () => undefined
  const page = await mountInApp(Settings, {}, fixtureTransport())
  document.body.append(page.target)
  const entry = [...page.target.querySelectorAll<HTMLElement>('nav button')].find(
    ({ textContent }) => textContent === 'Privacy',
  )
  entry!.click()
  expect(document.activeElement?.textContent).toBe('Privacy')
  await page.end()
})
