import { untrack } from 'svelte'
import { languageOf, writeTextsIn, type Language } from '#shared/language.ts'

let language = $state.raw(languageOf(null, navigator.languages))

/** The language of this window. Content inside `{#key windowLanguage()}` is created again when it changes. */
export const windowLanguage = (): Language => language

// Not reactive: thousands of texts would depend on one value, and removing each of these dependencies is slow.
writeTextsIn(() => untrack(() => language))

/** Follows the setting that `read` returns; `null` means the language of the browser or system. */
export function followLanguage(read: () => Language | null): void {
  $effect.pre(() => {
    language = languageOf(read(), navigator.languages)
    document.documentElement.lang = language
  })
}
