import type { Profile, ConnectionState } from '../model/connection.ts'
import { dayMs } from '../durations.ts'
import { formatAgeWords, spanWords } from './format-time.ts'
import type { Format } from './format.ts'

/** The name of a profile, as shown and as typed to delete it. */
export const profileName = ({ baseUrl }: Pick<Profile, 'baseUrl'>): string => baseUrl ?? 'Demo broker'

/** The state of the connection for the top bar. */
interface ConnectionWords {
  readonly text: string
  readonly tone: 'good' | 'quiet' | 'warn' | 'bad'
  /** More about the state, for a tooltip. */
  readonly detail: string
}

/** Shown when the host does not respond: the state of the connection is unknown. */
export const hostLost: ConnectionWords = { text: 'Tidemark is not responding', tone: 'bad', detail: '' }
/** Shown when the browser itself is set to work offline. */
export const browserOffline: ConnectionWords = { text: 'this browser is offline', tone: 'bad', detail: '' }
/** Shown when the host does not know the page. */
export const pageRefused: ConnectionWords = { text: 'not paired', tone: 'bad', detail: '' }

type Hold = NonNullable<ConnectionState['hold']>

/** The state of the connection in words: "live · 12 s", "offline since 14:02", "market closed, opens in 3 h". */
export function describeConnection(state: ConnectionState | undefined, now: number, format: Format): ConnectionWords {
  if (!state) return { text: 'starting', tone: 'quiet', detail: 'The state of the connection is not known yet.' }
  const detail = [
    state.lastResponseAt === null
      ? 'The service has not responded yet.'
      : `Last response ${format.dateTime(state.lastResponseAt)}.`,
    state.message,
  ]
    .filter(Boolean)
    .join(' ')
  const since = now - state.since < dayMs ? format.time(state.since) : format.dateTime(state.since)
  switch (state.phase) {
    case 'live':
      return { ...describeLive(state, now), detail }
    case 'starting':
      return { text: 'connecting', tone: 'quiet', detail }
    case 'offline':
      return { text: `offline since ${since}`, tone: 'warn', detail }
    case 'trouble':
      return { text: `error since ${since}`, tone: 'bad', detail }
    case 'untrusted':
      return { text: `not trusted since ${since}`, tone: 'bad', detail }
    case 'refused':
      return { text: `secret refused since ${since}`, tone: 'bad', detail }
    case 'signed-out':
      return { text: 'signed out', tone: 'bad', detail }
    case 'paused':
      return { text: describePause(state.pausedUntil, now, format), tone: 'quiet', detail }
  }
}

/** "The service refused the secret 3 times; next try at 14:20". */
export function describeHold({ reason, times, nextTryAt }: Hold, now: number, format: Format): string {
  const what = reason === 'secret-refused' ? 'The service refused the secret' : 'The secret could not be read'
  const count = times === 1 ? 'once' : `${times} times`
  return `${what} ${count}; next try ${nextTryAt <= now ? 'now' : `at ${momentWords(nextTryAt, now, format)}`}`
}

/** A time of today; on another day with its date. */
const momentWords = (at: number, now: number, format: Format): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? format.time(at) : format.dateTime(at)

/** "paused until 14:30"; on another day with its date. */
function describePause(until: number | null, now: number, format: Format): string {
  if (until === null) return 'paused'
  return `paused until ${momentWords(until, now, format)}`
}

/** Whether all followed markets are known to be closed, while the service responds. */
export const isMarketClosed = ({ phase, market }: Pick<ConnectionState, 'phase' | 'market'>): boolean =>
  phase === 'live' && market.closed > 0 && market.open + market.unknown === 0

function describeLive(state: ConnectionState, now: number): Omit<ConnectionWords, 'detail'> {
  const { nextOpenAt } = state.market
  if (isMarketClosed(state)) {
    const opens = nextOpenAt !== null && nextOpenAt > now ? `, opens in ${spanWords(nextOpenAt - now)}` : ''
    return { text: `market closed${opens}`, tone: 'quiet' }
  }
  const age = state.lastResponseAt === null ? '' : ` · ${formatAgeWords(now - state.lastResponseAt)}`
  return { text: `live${age}`, tone: 'good' }
}
