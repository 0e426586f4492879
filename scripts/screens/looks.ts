import type { BrowserContextOptions } from 'playwright'
import type { Params } from '#shared/contract/contract.ts'

/** How a window looks: its size and colours, and the settings behind it. */
export interface Look {
  readonly name: string
  readonly window: BrowserContextOptions
  readonly settings: Params<'settings.write'>
}

const plain = { density: 'comfortable', language: 'en' } as const
const look = (name: string, width: number, height: number, colorScheme: 'light' | 'dark'): Look => ({
  name,
  window: { viewport: { width, height }, colorScheme },
  settings: plain,
})

/** Looks with the same settings follow each other: a change of settings reaches all windows. */
export const looks: readonly Look[] = [
  look('light', 1280, 860, 'light'),
  look('dark', 1280, 860, 'dark'),
  look('light-720', 720, 860, 'light'),
  look('dark-720', 720, 860, 'dark'),
  look('light-2560', 2560, 1300, 'light'),
  look('dark-2560', 2560, 1300, 'dark'),
  { ...look('compact', 1280, 860, 'light'), settings: { ...plain, density: 'compact' } },
  {
    ...look('ru', 1280, 860, 'light'),
    window: { ...look('ru', 1280, 860, 'light').window, locale: 'ru-RU' },
    settings: { ...plain, language: 'ru' },
  },
]

/** The look of the states in which little or nothing is shown. */
export const plainLook = looks.slice(0, 1)
