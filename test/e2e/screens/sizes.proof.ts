import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { findAccessibilityFaults } from '../rig/browser.ts'
import { useLanguageWalk } from '../rig/language-walk.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { findFaultsByScreen, screens, useResizedPage } from '../rig/screen-faults.ts'

const app = useApp()
const resized = useResizedPage(app)
const walkIn = useLanguageWalk(app)
const languages = ['en', 'ru'] as const
const setLanguage = async (language: 'en' | 'ru') => {
  await app.host.call('settings.write', { language })
  await resized().locator(`html[lang=${language}]`).waitFor()
}

// 640 px is also the width of a window of 1280 px at a zoom of 200 %.
test.each(languages)('in %s every screen fits into eleven widths', async (language) => {
  await setLanguage(language)
  const widths = [360, 560, 640, 720, 900, 1280, 1440, 1600, 1920, 2560, 3840]
  expect(
    await findFaultsByScreen(
      resized(),
      widths.map((width) => ({ width, height: 900 })),
    ),
  ).toEqual({})
})

test.each(languages)('in %s every screen is accessible, light and dark, at three widths', async (language) => {
  await setLanguage(language)
  const found: Record<string, readonly string[]> = {}
  for (const screen of screens) {
    await openByAddress(resized(), screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await resized().emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [360, 760, 1440]) {
        await resized().setViewportSize({ width, height: 900 })
        const faults = await findAccessibilityFaults(resized())
        if (faults.length > 0) found[`${screen}, ${colorScheme}, ${width} px`] = faults
      }
    }
  }
  expect(found).toEqual({})
})

test.each(['texts that are 40 % longer', 'Russian texts'] as const)(
  '%s are not cut at three widths, and no screen becomes too wide',
  async (name) => {
    expect(await walkIn(name, [360, 720, 1280])).toEqual({ found: {}, faults: [] })
  },
)
