/** The names of the service in words, where windows look for them. */
export { titleOf, wordsOf } from '../../../shared/text/service-words.ts'
