/** The texts for the names that the service uses. */
export { titleOf, wordsOf } from '#shared/text/service-words.ts'
