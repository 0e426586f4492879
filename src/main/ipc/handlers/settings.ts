import { defaultSettings } from '../../../shared/text/default-settings.ts'
import { Settings } from '../../../shared/model/settings.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type SettingsHandlers = Pick<Handlers, Extract<keyof Handlers, `settings.${string}`>>

/** Settings of the user: some of this computer, some of the open profile. */
export function createSettingsHandlers({ current, deviceSettings, events }: HandlerContext): SettingsHandlers {
  function readSettings(): Settings {
    // Each field by itself: one that another version wrote in another form must not lose the others.
    const stored: Readonly<Record<string, unknown>> = { ...current().journal.settings.all(), ...deviceSettings.all() }
    const readable = Object.entries(Settings.shape).flatMap(([key, schema]) => {
      const parsed = schema.safeParse(stored[key])
      return parsed.success && stored[key] !== undefined ? [[key, parsed.data] as const] : []
    })
    return Settings.parse({ ...defaultSettings, ...Object.fromEntries(readable) })
  }

  return {
    'settings.read': readSettings,
    'settings.write'(changes) {
      current().journal.settings.setAll(deviceSettings.keep(changes))
      events.publish('settings.changed')
      return readSettings()
    },
  }
}
