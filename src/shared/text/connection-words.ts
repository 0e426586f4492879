import { dayMs } from '../durations.ts'
import { languages } from '../language.ts'
import { m } from '../messages/messages.js'
import type { Profile, ConnectionState } from '../model/app/connection.ts'
import { texts } from '../texts.ts'
import { formatAgeWords, spanWords } from './format-time.ts'
import type { Format } from './format.ts'

/** The name of a profile, as shown and as typed to delete it. */
export const profileName = ({ baseUrl }: Pick<Profile, 'baseUrl'>): string => baseUrl ?? m.connection_demo_broker()

/**
 * Whether the typed text is the name of a profile. All languages are accepted: window and main process may use different ones.
 */
export const isProfileName = ({ baseUrl }: Pick<Profile, 'baseUrl'>, typed: string): boolean =>
  (baseUrl === null ? languages.map((locale) => m.connection_demo_broker({}, { locale })) : [baseUrl]).includes(
    typed.trim(),
  )

/** The state of the connection for the top bar. */
export interface ConnectionWords {
  readonly text: string
  readonly tone: 'good' | 'quiet' | 'warn' | 'bad'
  /** More about the state, for a tooltip. */
  readonly detail: string
  /** The text with the widest age in seconds, if the text has an age. */
  readonly widest?: string
}

/** Shown when the host does not respond: the state of the connection is unknown. */
export const hostLost: ConnectionWords = texts({
  text: m.connection_tidemark_is_not_responding,
  tone: 'bad',
  detail: '',
})
/** Shown when the browser itself is set to work offline. */
export const browserOffline: ConnectionWords = texts({ text: m.connection_browser_offline, tone: 'bad', detail: '' })
/** Shown when the host does not know the page. */
export const pageRefused: ConnectionWords = texts({ text: m.connection_not_paired, tone: 'bad', detail: '' })

type Hold = NonNullable<ConnectionState['hold']>

/** The state of the connection in words, with its age: "live · 12 s", "offline since 14:02", "market closed, opens in 3 h". */
export function describeConnection(state: ConnectionState | undefined, now: number, format: Format): ConnectionWords {
  const words = describeState(state, now, format)
  if (state?.phase !== 'live' || isMarketClosed(state) || state.lastResponseAt === null) return words
  const withAge = (ms: number): string => `${words.text} · ${formatAgeWords(ms)}`
  return { ...words, text: withAge(now - state.lastResponseAt), widest: withAge(0) }
}

/** The state without the age of the last response, for screens: the status bar above them already shows the age. */
export function describeState(state: ConnectionState | undefined, now: number, format: Format): ConnectionWords {
  if (!state) return { text: m.connection_starting(), tone: 'quiet', detail: m.connection_state_unknown() }
  const detail = [
    state.lastResponseAt === null
      ? m.words_the_service_has_not_responded_yet()
      : m.connection_last_response_last_response_at({ lastResponseAt: format.dateTime(state.lastResponseAt) }),
    state.message,
  ]
    .filter(Boolean)
    .join(' ')
  const since = now - state.since < dayMs ? format.time(state.since) : format.dateTime(state.since)
  switch (state.phase) {
    case 'live':
      return { ...describeLive(state, now), detail }
    case 'starting':
      return { text: m.connection_connecting(), tone: 'quiet', detail }
    case 'offline':
      return { text: m.connection_offline_since_since({ since }), tone: 'warn', detail }
    case 'trouble':
      return { text: m.connection_error_since_since({ since }), tone: 'bad', detail }
    case 'untrusted':
      return { text: m.connection_not_trusted_since_since({ since }), tone: 'bad', detail }
    case 'refused':
      return { text: m.connection_secret_refused_since_since({ since }), tone: 'bad', detail }
    case 'signed-out':
      return { text: m.connection_signed_out(), tone: 'bad', detail }
    case 'paused':
      return { text: describePause(state.pausedUntil, now, format), tone: 'quiet', detail }
  }
}

/** "The service refused the secret 3 times; next try at 14:20". */
export function describeHold({ reason, times, nextTryAt }: Hold, now: number, format: Format): string {
  const what =
    reason === 'secret-refused'
      ? m.connection_the_service_refused_the_secret_count_times({ count: times })
      : m.connection_the_secret_could_not_be_read_count({ count: times })
  const next =
    nextTryAt <= now
      ? m.connection_next_try_now()
      : m.connection_next_try_at_next_try_at({ nextTryAt: momentWords(nextTryAt, now, format) })
  return `${what}; ${next}`
}

/** The time of day, with the date if it is not today. */
export const momentWords = (at: number, now: number, format: Format): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? format.time(at) : format.dateTime(at)

/** "paused until 14:30", with the date if it is not today. */
function describePause(until: number | null, now: number, format: Format): string {
  if (until === null) return m.connection_paused()
  return m.connection_paused_until_until({ until: momentWords(until, now, format) })
}

/** Whether all followed markets are known to be closed, while the service responds. */
export const isMarketClosed = ({ phase, market }: Pick<ConnectionState, 'phase' | 'market'>): boolean =>
  phase === 'live' && market.closed > 0 && market.open + market.unknown === 0

function describeLive(state: ConnectionState, now: number): Omit<ConnectionWords, 'detail'> {
  const { nextOpenAt } = state.market
  if (isMarketClosed(state)) {
    const opensInMs = nextOpenAt === null ? 0 : nextOpenAt - now
    const text =
      opensInMs > 0
        ? m.connection_market_closed_opens_in_opens_in_ms({ opensInMs: spanWords(opensInMs) })
        : m.connection_market_closed()
    return { text, tone: 'quiet' }
  }
  return { text: m.connection_live(), tone: 'good' }
}
