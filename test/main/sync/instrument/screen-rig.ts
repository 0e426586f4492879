import type { Instrument } from '#main/demo/catalog/instrument.ts'
import type { startDemoInstruments } from './demo.ts'

export type Rig = Awaited<ReturnType<typeof startDemoInstruments>>

/** The first instrument of a type whose market is open at the demo's time. */
export function find(
  { demo, clock }: Rig,
  type: Instrument['type'],
  matches: (candidate: Instrument) => boolean = () => true,
): Instrument {
  const found = demo.market.catalog.list.find(
    (candidate) => candidate.type === type && (candidate.endsAt ?? Infinity) > clock.now() && matches(candidate),
  )
  if (found === undefined) throw new Error(`the demo has no ${type}`)
  return found
}

/** Opens an instrument as a window does: with the parts of its type, after the type is known. */
export async function openAll(rig: Rig, symbol: string) {
  await rig.open(symbol, ['details', 'schedule'])
  const { parts } = await rig.call('instruments.read', { symbol, accountId: null })
  await rig.open(symbol, parts)
  return rig.call('instruments.read', { symbol, accountId: null })
}
