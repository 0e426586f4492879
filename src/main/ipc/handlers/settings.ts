import { defaultSettings } from '../../../shared/default-settings.ts'
import { Settings } from '../../../shared/model/settings.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type SettingsHandlers = Pick<Handlers, Extract<keyof Handlers, `settings.${string}`>>

/** What a person chose: some of it for this computer, some for the profile that is open. */
export function createSettingsHandlers({ current, deviceSettings, events }: HandlerContext): SettingsHandlers {
  function readSettings(): Settings {
    // Each field alone: one that an older or newer version wrote otherwise does not cost the others.
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
