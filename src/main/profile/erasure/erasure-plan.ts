import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Profile } from '../../../shared/model/app/connection.ts'
import { ErasureReport } from '../../../shared/model/app/erasure.ts'
import { replaceJson } from '../../disk/replace-file.ts'

/** A deletion that began: what it did so far, for the next start if it is not finished. */
const PlannedErasure = z.object({
  profile: Profile,
  report: ErasureReport,
  /** What profiles share goes as well, unless another connection stays. */
  takesShared: z.boolean(),
  isFinished: z.boolean(),
  /** Nothing more is tried: the profile was opened again, with new data. */
  isFinal: z.boolean(),
})
export type PlannedErasure = z.infer<typeof PlannedErasure>

const planPath = (dataDir: string): string => join(dataDir, 'erasures.json')

/** Empty without a file. Throws for one that cannot be read. */
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

/** Throws AppError `internal` when the disk refuses. */
export function writePlan(dataDir: string, planned: readonly PlannedErasure[]): void {
  if (planned.length === 0) rmSync(planPath(dataDir), { force: true })
  else replaceJson(planPath(dataDir), planned)
}
