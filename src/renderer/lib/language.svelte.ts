import { languageOf, writeTextsIn, type Language } from '../../shared/language.ts'

let chosen = $state<Language | null>(null)

/** The language of this window. Texts that markup reads follow it without a reload. */
export const windowLanguage = (): Language => languageOf(chosen, navigator.languages)

writeTextsIn(windowLanguage)

/** Follows the setting that `read` returns; `null` is the language of the browser or system. */
export function followLanguage(read: () => Language | null): void {
  $effect.pre(() => {
    chosen = read()
    document.documentElement.lang = windowLanguage()
  })
}
