import type { Client } from '#shared/client.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'

/** A client that forwards only events about this symbol, and only about `parts` if given. */
export const eventsOf = (client: Pick<Client, 'call' | 'on'>, symbol: string, parts?: readonly InstrumentPart[]) => ({
  call: client.call.bind(client),
  on: ((topic, listener) =>
    client.on(topic, (payload) => {
      if (isAbout(payload, symbol, parts)) listener(payload)
    })) satisfies Client['on'],
})

/** A payload without a symbol is about every instrument. */
function isAbout(payload: unknown, symbol: string, parts: readonly string[] | undefined): boolean {
  if (typeof payload !== 'object' || payload === null) return true
  if ('symbols' in payload && Array.isArray(payload.symbols)) return payload.symbols.includes(symbol)
  if ('symbol' in payload && payload.symbol !== symbol) return false
  return parts === undefined || !('part' in payload) || parts.some((part) => part === payload.part)
}
