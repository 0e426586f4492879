import type { InstrumentWork } from '#main/cache/instruments/instruments.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Instrument } from '#shared/model/instrument.ts'

/** Stores instruments as a page of the list; returns the number of changed rows. */
export const storeInstruments = (
  instruments: Pick<InstrumentWork, 'storePage'>,
  list: readonly Instrument[],
): Promise<number> => instruments.storePage({ content: pack(list), malformedCount: 0, nextCursor: null })
