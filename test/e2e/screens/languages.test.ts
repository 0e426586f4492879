import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { findClippedTexts } from '../rig/clipped-text.ts'
import { useLanguageWalk } from '../rig/language-walk.ts'

const app = useApp()
const walkIn = useLanguageWalk(app)

test('a chosen language changes an open window without a reload, and does not change the formats', async () => {
  await app.host.call('settings.write', { language: 'en', locale: 'de-DE' })
  const { page, faults } = await app.open()
  await page.evaluate(() => void (location.hash = '#/day/2026-01-15'))
  await page.getByText('at the end of the day in UTC').waitFor()
  await page.evaluate(() => ((window as { isNotReloaded?: boolean }).isNotReloaded = true))
  await app.host.call('settings.write', { language: 'ru' })
  await page.getByText('на конец дня по UTC').waitFor()
  expect(
    await page.evaluate(() => [document.documentElement.lang, (window as { isNotReloaded?: boolean }).isNotReloaded]),
  ).toEqual(['ru', true])
  expect(await page.getByText('15. Jan. 2026').count()).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await app.host.call('settings.write', { language: null, locale: null })
  await page.getByText('at the end of the day in UTC').waitFor()
})

test('a text that is cut off is reported, except when its tooltip contains the whole text', async () => {
  const { page } = await app.open()
  await page.evaluate(() => {
    const narrow = 'inline-size: 40px; overflow: hidden; white-space: nowrap'
    const put = (text: string, style: string, title: string): void => {
      const box = document.createElement('p')
      // The security policy of the page refuses styles in markup.
      box.style.cssText = style
      Object.assign(box, { textContent: text, title })
      document.body.append(box)
    }
    document.body.replaceChildren()
    put('[Ťóó ĺóñğ ťó ŕéáď]', narrow, '')
    put('[Ťóó ĺóñğ, ẃŕáppéď]', 'inline-size: 90px', '')
    put('[Ťóó ĺóñğ ťó ŕéáď hére]', `${narrow}; text-overflow: ellipsis`, '[Ťóó ĺóñğ ťó ŕéáď hére]')
  })
  expect(await findClippedTexts(page)).toEqual(['cut: [Ťóó ĺóñğ ťó ŕéáď]'])
})

// Texts that are 40 % longer, and another width, are in `sizes.proof.ts`.
test('Russian texts are not cut, and no screen becomes too wide', async () => {
  expect(await walkIn('Russian texts', [360, 1280])).toEqual({ found: {}, faults: [] })
})
