import { readFirstFigures } from './paint.ts'
import type { SeededData } from './seed.ts'
import { visit, withConnectedDesktop } from './visit-electron.ts'

/** The times from the start of Electron's process to its first figures on screen, in ms; connected, with this data. */
export const measureElectron = (seeded: SeededData, runs: number): Promise<readonly number[]> =>
  withConnectedDesktop(seeded, async (desktop, dataDir) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++)
      times.push(
        await visit(desktop, dataDir, async (page, startedAt) => {
          const { timeOrigin, afterMs } = await readFirstFigures(page)
          return timeOrigin + afterMs - startedAt
        }),
      )
    return times
  })
