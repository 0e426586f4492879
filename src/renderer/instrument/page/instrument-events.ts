import type { Client } from '../../shared/client.ts'
import type { InstrumentPart } from '../../shared/model/instrument-view.ts'

/** A client whose topics are heard only where they speak of this symbol, and of one of these parts (all without). */
export const hearing = (client: Pick<Client, 'on'>, symbol: string, parts?: readonly InstrumentPart[]) => ({
  on: ((topic, listener) =>
    client.on(topic, (payload) => {
      if (concerns(payload, symbol, parts)) listener(payload)
    })) satisfies Client['on'],
})

/** A payload that names no symbol concerns everyone. */
function concerns(payload: unknown, symbol: string, parts: readonly string[] | undefined): boolean {
  if (typeof payload !== 'object' || payload === null) return true
  if ('symbols' in payload && Array.isArray(payload.symbols)) return payload.symbols.includes(symbol)
  if ('symbol' in payload && payload.symbol !== symbol) return false
  return parts === undefined || !('part' in payload) || parts.some((part) => part === payload.part)
}
