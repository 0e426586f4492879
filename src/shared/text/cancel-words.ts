import { m } from '../messages/messages.js'
import { keptText } from './kept-text.ts'
import { wordsOf } from './service-words.ts'

/** The text of each step of a cancel. Its one value is a status of the service, or a text to append. */
const words = {
  message: keptText,
  confirmed: (scope: string) => m.journal_confirmed_scope({ scope }),
  sent: m.errors_sent_to_the_service,
  accepted: (status: string) =>
    m.errors_the_service_accepted_it_status({ status: status === '' ? m.errors_no_status() : statusWords(status) }),
  'not-sent': (reason: string) => m.errors_it_was_not_sent_words({ words: keptText(reason) }),
  'not-sent-internal': () => m.errors_it_was_not_sent_words({ words: m.errors_an_internal_error() }),
  internal: m.errors_an_internal_error,
  'quit-before-sent': m.cancelling_quit_before_it_was_sent,
  'quit-before-response': m.cancelling_quit_before_the_response,
  'list-executed': m.cancelling_list_shows_executed,
  'list-cancelled': m.cancelling_list_shows_cancelled,
  'list-ended': (status: string) => m.cancelling_list_shows_another_end({ status: statusWords(status) }),
  'not-known': m.cancelling_not_known_and_not_in_the_list,
  'confirmed-and-gone': m.cancelling_confirmed_and_not_in_the_list,
  gone: m.cancelling_no_longer_in_the_list,
  'still-shown': (status: string) => m.cancelling_list_still_shows({ status: statusWords(status) }),
  'without-effect': (status: string) =>
    `${m.cancelling_list_still_shows({ status: statusWords(status) })} ${m.cancelling_without_effect_so_far()}`,
} as const satisfies Readonly<Record<string, (value: string) => string>>

type CancelCode = keyof typeof words

const statusWords = (status: string): string => wordsOf(status, 'ORDER_STATUS_')

/** The stored form of a step: a code with its value, without language. */
export const keepCancelWords = (code: CancelCode, value = ''): string => JSON.stringify([code, value])

/** The text of a step in the current language. A step stored by an older version is returned unchanged. */
export function cancelWords(stored: string): string {
  const read = parse(stored)
  if (!Array.isArray(read) || read.length !== 2) return stored
  const [code, value] = read as unknown[]
  if (typeof code !== 'string' || !isCode(code) || typeof value !== 'string') return stored
  const write: (value: string) => string = words[code]
  return write(value)
}

const isCode = (code: string): code is CancelCode => Object.hasOwn(words, code)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
