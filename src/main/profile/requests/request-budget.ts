import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { minuteMs } from '#shared/durations.ts'
import type { Profile } from '#shared/model/app/connection.ts'
import { createBudget, type Budget } from '../../broker/budget/budget.ts'
import { privateFile } from '../../disk/private-file.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import type { Clock } from '../../time/clock.ts'

/** The service counts the requests of the last minute. The log keeps some more. */
const logAgeMs = 5 * minuteMs

/**
 * The budget of a service during the whole run of the monitor. The test of a connection and the open profile share it. While
 * attached, every request is logged before it is sent, so that a restart knows which requests the service still counts.
 */
export interface ProfileBudget {
  readonly budget: Budget
  attach(log: RequestLog): void
  detach(): void
}

type LogFault = (where: string, error: unknown) => void

/** The budgets of a monitor: one for each profile. */
export function createProfileBudgets(clock: Clock, logFault: LogFault): (profile: Profile) => ProfileBudget {
  const budgets = new Map<string, ProfileBudget>()
  return ({ id }) => {
    const budget = budgets.get(id) ?? createProfileBudget(clock, logFault)
    budgets.set(id, budget)
    return budget
  }
}

function createProfileBudget(clock: Clock, logFault: LogFault): ProfileBudget {
  let log: RequestLog | null = null
  let isRestored = false
  let isFailing = false
  const budget = createBudget({
    clock,
    onSpend({ at }) {
      try {
        log?.append(at, at - logAgeMs)
        isFailing = false
      } catch (error) {
        // The budget has counted the request. Only a restart within a minute would not know about it.
        if (!isFailing) logFault('the request log', error)
        isFailing = true
      }
    },
  })
  return {
    budget,
    attach(attached) {
      const now = clock.now()
      if (!isRestored) budget.restore(attached.since(now - logAgeMs, now))
      isRestored = true
      log = attached
    },
    detach() {
      log = null
    },
  }
}

/** The maximum size of the log: about twenty minutes of requests. Older times are dropped. */
const maxBytes = 64 * 1024
/** The service allows this many requests a minute. */
const requestsOfAMinute = 200

/**
 * The times of sent requests, one per line, in a small separate file, because the service counts them even if the cache is
 * lost. A deleted file is created again by the next request.
 */
export class RequestLog {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** `at` in UTC ms. Times before `keepFrom` may be dropped. Throws when the file cannot be written. */
  append(at: number, keepFrom: number): void {
    const bytes = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > maxBytes) this.#rewrite(keepFrom, at)
    appendFileSync(this.#path, `${at}\n`, { mode: privateFile })
  }

  /**
   * The requests sent at `from` or later (UTC ms). Never throws. An invalid line counts as sent at the last change of the file.
   * For an unreadable file, the minute before its last change counts as full.
   */
  since(from: number, now: number): number[] {
    const writtenAt = this.#writtenAt(now)
    if (writtenAt === null) return []
    return this.#read(writtenAt).filter((at) => at >= from)
  }

  #read(writtenAt: number): number[] {
    try {
      const lines = readFileSync(this.#path, 'latin1').split('\n').filter(Boolean)
      return lines.map((line) => (/^\d{1,15}$/.test(line) ? Number(line) : writtenAt))
    } catch {
      return Array.from({ length: requestsOfAMinute }, () => writtenAt)
    }
  }

  /** Null when there is no file. */
  #writtenAt(now: number): number | null {
    try {
      const info = statSync(this.#path, { throwIfNoEntry: false })
      return info === undefined ? null : Math.floor(info.mtimeMs)
    } catch {
      return now
    }
  }

  #rewrite(keepFrom: number, now: number): void {
    const recent = this.since(keepFrom, now)
    replaceFile(this.#path, recent.map((at) => `${at}\n`).join(''))
  }
}
