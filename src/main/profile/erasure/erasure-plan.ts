import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Profile } from '#shared/model/app/connection.ts'
import { ErasureReport } from '#shared/model/app/erasure.ts'
import { removeFlushed } from '../../disk/flush.ts'
import { replaceJson } from '../../disk/replace-file.ts'

/** A deletion that has begun, with its progress, so that the next start can complete it. */
const PlannedErasure = z.object({
  profile: Profile,
  report: ErasureReport,
  /** Whether shared data is removed too: no other connection stays. */
  takesShared: z.boolean(),
  isFinished: z.boolean(),
  /** Whether nothing more is removed, because the profile was opened again with new data. */
  isFinal: z.boolean(),
})
export type PlannedErasure = z.infer<typeof PlannedErasure>

const planPath = (dataDir: string): string => join(dataDir, 'erasures.json')

/** Empty if there is no file. Throws for an unreadable file. */
export function readPlan(dataDir: string): PlannedErasure[] {
  let text: string
  try {
    text = readFileSync(planPath(dataDir), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return z.array(PlannedErasure).parse(JSON.parse(text))
}

/** Throws AppError `internal` when the file cannot be written. */
export function writePlan(dataDir: string, planned: readonly PlannedErasure[]): void {
  if (planned.length === 0) removeFlushed([planPath(dataDir)])
  else replaceJson(planPath(dataDir), planned)
}
