import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'

/** The sections of the settings, in their order. `words`: their contents, which find them in the palette. */
export const settingsSections = texts([
  { section: 'connection', title: m.settings_connection, words: m.navigation_section_connection_words },
  { section: 'appearance', title: m.settings_appearance, words: m.navigation_section_appearance_words },
  { section: 'formats', title: m.settings_formats, words: m.navigation_section_formats_words },
  { section: 'currencies', title: m.settings_currencies, words: m.navigation_section_currencies_words },
  { section: 'figures', title: m.settings_figures, words: m.navigation_section_figures_words },
  { section: 'privacy', title: m.settings_privacy, words: m.navigation_section_privacy_words },
  { section: 'notifications', title: m.settings_notifications, words: m.navigation_section_notifications_words },
  { section: 'tray', title: m.settings_tray, words: m.navigation_section_tray_words },
  { section: 'computers', title: m.settings_several_computers, words: m.navigation_section_computers_words },
  { section: 'mirror', title: m.settings_mirror_in_postgresql, words: m.navigation_section_mirror_words },
  { section: 'assistants', title: m.settings_assistants, words: m.navigation_section_assistants_words },
  { section: 'data', title: m.settings_data, words: m.navigation_section_data_words },
] as const)

type SettingsSection = (typeof settingsSections)[number]['section']

/** The name of the command that shows a section. */
export type SectionCommand = `settings-${SettingsSection}`
export const sectionCommand = (section: SettingsSection): SectionCommand => `settings-${section}`
