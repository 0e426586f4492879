import type { InstrumentFollower } from '../instrument/follower.ts'
import type { Job } from '../scheduler/job.ts'

/** Reads the parts of the instruments on screen when they are due; idle until a window shows an instrument. */
export const createInstrumentJob = (follower: InstrumentFollower): Job => ({
  name: 'instrument',
  title: 'Instrument on screen',
  run: ({ signal }) => follower.run(signal),
  nextDelayMs: () => follower.nextDelayMs(),
})
