import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Profile } from '#shared/model/app/connection.ts'
import { type ErasureLine, ErasureReport } from '#shared/model/app/erasure.ts'
import { profileName } from '#shared/text/connection-words.ts'
import { keptText } from '#shared/text/kept-text.ts'
import { removeFlushed } from '../../disk/flush.ts'
import { replaceJson } from '../../disk/replace-file.ts'
import type { Clock } from '../../time/clock.ts'
import { eraseProfile, retryLine, type EraseOptions } from './erase-profile.ts'

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
type PlannedErasure = z.infer<typeof PlannedErasure>

const planPath = (dataDir: string): string => join(dataDir, 'erasures.json')

/** Empty if there is no file. Throws for an unreadable file. */
function readPlan(dataDir: string): PlannedErasure[] {
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

interface ErasuresOptions extends EraseOptions {
  readonly clock: Pick<Clock, 'now'>
  /** All profiles that have data. */
  readonly profiles: () => readonly Profile[]
  /** Called when a report was added or dismissed. */
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
}

/**
 * Deletions of profiles. Each is recorded on the disk before it begins and after each part, so that the next start completes it
 * after a kill. Its report stays until it is dismissed.
 */
export class Erasures {
  readonly #options: ErasuresOptions
  #planned: readonly PlannedErasure[]

  constructor(options: ErasuresOptions) {
    this.#options = options
    this.#planned = this.#read()
  }

  get reports(): ErasureReport[] {
    return this.#planned.map(({ report }) => inTextLanguage(report))
  }

  /**
   * Deletes all data of these profiles, which must be closed. When the last connection or all profiles are deleted, shared data
   * is deleted too. Never throws: the reports contain what is left.
   */
  async erase(profiles: readonly Profile[]): Promise<ErasureReport[]> {
    const at = this.#options.clock.now()
    const others = this.#options.profiles().filter(({ id }) => !profiles.some((profile) => profile.id === id))
    const takesShared = others.length === 0 || profiles.some(({ kind }) => kind === 'service')
    const added = profiles.map((profile): PlannedErasure => {
      const report = { id: profile.id, name: profileName(profile), at, wasResumed: false, lines: [] }
      return { profile, report, takesShared, isFinished: false, isFinal: false }
    })
    const ids = profiles.map(({ id }) => id)
    this.#set([...this.#planned.filter(({ profile }) => !ids.includes(profile.id)), ...added])
    for (const id of ids) await this.#run(id)
    return this.reports.filter((report) => ids.includes(report.id))
  }

  /** Call at the start, before a profile is open: completes interrupted deletions, and tries failed parts again. */
  async resume(): Promise<void> {
    for (const { profile, isFinished } of this.#pending) {
      if (!isFinished) this.#change(profile.id, ({ report }) => ({ report: { ...report, wasResumed: true } }))
      await this.#run(profile.id)
    }
  }

  /** Tries failed parts again, except for profiles that are open again. */
  async retry(): Promise<ErasureReport[]> {
    for (const { profile } of this.#pending) await this.#run(profile.id)
    return this.reports
  }

  dismiss(): void {
    this.#set([])
  }

  /**
   * Call before a profile is opened: its new data must not be deleted at the next start. Throws AppError `internal` when that
   * cannot be recorded.
   */
  allowOpening(id: string): void {
    if (!this.#planned.some(({ profile, isFinal }) => profile.id === id && !isFinal)) return
    const next = this.#planned.map((each) => (each.profile.id === id ? { ...each, isFinal: true } : each))
    writePlan(this.#options.dataDir, next)
    this.#planned = next
  }

  get #pending(): readonly PlannedErasure[] {
    return this.#planned.filter(
      ({ isFinal, isFinished, report }) =>
        !isFinal && (!isFinished || report.lines.some(({ outcome }) => outcome === 'failed')),
    )
  }

  async #run(id: string): Promise<void> {
    const entry = this.#planned.find(({ profile }) => profile.id === id)
    if (entry === undefined) return
    if (entry.isFinished) await this.#retry(entry)
    else await this.#eraseAll(entry)
    this.#change(id, () => ({ isFinished: true }))
    this.#options.onChange()
  }

  async #eraseAll(entry: PlannedErasure): Promise<void> {
    const lines: ErasureLine[] = []
    for await (const line of eraseProfile(this.#scopeOf(entry), this.#options)) {
      lines.push(line)
      this.#report(entry, mergeLines(entry.report.lines, lines))
    }
  }

  async #retry(entry: PlannedErasure): Promise<void> {
    const lines = [...entry.report.lines]
    for (const [index, line] of lines.entries()) {
      if (line.outcome !== 'failed') continue
      lines[index] = await retryLine(line, this.#scopeOf(entry), this.#options)
      this.#report(entry, [...lines])
    }
  }

  #report({ profile }: PlannedErasure, lines: ErasureLine[]): void {
    this.#change(profile.id, ({ report }) => ({ report: { ...report, lines } }))
  }

  #scopeOf({ profile, takesShared }: PlannedErasure) {
    const gone = new Set(this.#planned.filter(({ isFinal }) => !isFinal).map((planned) => planned.profile.id))
    const others = this.#options.profiles().filter(({ id }) => id !== profile.id && !gone.has(id))
    const isLast = takesShared && others.every(({ kind }) => kind === 'demo')
    return { profile, others, isLast }
  }

  #change(id: string, change: (entry: PlannedErasure) => Partial<PlannedErasure>): void {
    this.#set(this.#planned.map((entry) => (entry.profile.id === id ? { ...entry, ...change(entry) } : entry)))
  }

  /** On a full disk the deletion continues, because it frees space. */
  #set(planned: readonly PlannedErasure[]): void {
    this.#planned = planned
    try {
      writePlan(this.#options.dataDir, planned)
    } catch (error) {
      this.#options.logFault('the note of a deletion', error)
    }
    if (planned.length === 0) this.#options.onChange()
  }

  #read(): readonly PlannedErasure[] {
    try {
      return readPlan(this.#options.dataDir)
    } catch (error) {
      this.#options.logFault('the note of a deletion', error)
      return []
    }
  }
}

/** The report with its reasons in the current language of texts. They are stored in all languages. */
const inTextLanguage = (report: ErasureReport): ErasureReport => ({
  ...report,
  lines: report.lines.map((line) => ({ ...line, reason: line.reason === null ? null : keptText(line.reason) })),
})

/**
 * The lines of this run merged with those of earlier runs: parts that were removed earlier stay listed, and so do parts that
 * were not tried yet.
 */
function mergeLines(before: readonly ErasureLine[], now: readonly ErasureLine[]): ErasureLine[] {
  const tried = new Set(now.map(({ part }) => part))
  const current = now.map((line) => {
    const files = before.filter(({ part }) => part === line.part).reduce((sum, each) => sum + each.files, 0)
    const wasRemoved = before.some(({ part, outcome }) => part === line.part && outcome === 'removed')
    if (line.outcome === 'none' && (wasRemoved || files > 0)) return { ...line, outcome: 'removed' as const, files }
    return line.outcome === 'kept' ? line : { ...line, files: line.files + files }
  })
  return [...current, ...before.filter(({ part }) => !tried.has(part))]
}
