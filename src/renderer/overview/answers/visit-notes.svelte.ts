import type { Client } from '#shared/client.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Visit } from '#shared/model/visit.ts'
import { QueryMemory } from '../../lib/host/query-memory.ts'

/** How often the visit is reported to the host. */
const noteEveryMs = minuteMs

/**
 * Reports to the host that the user sees the overview, while its window is visible. `since` is the end of the
 * previous visit.
 */
export class VisitNotes {
  readonly #client: Pick<Client, 'call'>
  readonly #memory: QueryMemory<Visit>
  #visit = $state.raw<Visit>()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
    this.#memory = new QueryMemory(client, 'visit')
    this.#visit = this.#memory.recall()
  }

  /** UTC ms; `null` on the first visit, `undefined` until it is known. */
  get since(): number | null | undefined {
    return this.#visit?.since
  }

  /** Starts to report the visit; the returned function stops it. */
  start(): () => void {
    const note = (): void => {
      if (document.visibilityState === 'visible') void this.#ask('visits.note')
    }
    note()
    const timer = setInterval(note, noteEveryMs)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }

  /** Marks everything up to now as seen. */
  markSeen(): Promise<void> {
    return this.#ask('visits.markSeen')
  }

  /** A lost report, for example while the app is locked, is harmless: the next one follows. */
  async #ask(method: 'visits.note' | 'visits.markSeen'): Promise<void> {
    const visit = await this.#client.call(method).catch(() => null)
    if (visit === null) return
    this.#visit = visit
    this.#memory.remember(this.#memory.placeOf(), visit)
  }
}
