import { untrack } from 'svelte'
import { languageOf, writeTextsIn, type Language } from '../../shared/language.ts'

let language = $state.raw(languageOf(null, navigator.languages))

/** The language of this window. What is inside `{#key windowLanguage()}` is built again in another one. */
export const windowLanguage = (): Language => language

// Not reactive: thousands of texts would follow one value, and the search for each of them, when it goes, is long.
writeTextsIn(() => untrack(() => language))

/** Follows the setting that `read` returns; `null` is the language of the browser or system. */
export function followLanguage(read: () => Language | null): void {
  $effect.pre(() => {
    language = languageOf(read(), navigator.languages)
    document.documentElement.lang = language
  })
}
