import { minuteMs } from '../../../shared/durations.ts'
import type { Client } from '../../../shared/client.ts'
import type { Visit } from '../../../shared/model/visit.ts'

/** How often the host hears that the person still looks. */
const noteEveryMs = minuteMs

/** Tells the host that the person looks at the overview, while its window is visible; knows since when there is something new. */
export class VisitNotes {
  readonly #client: Pick<Client, 'call'>
  #visit = $state.raw<Visit>()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
  }

  /** UTC ms; `null` on the first visit, `undefined` until it is known. */
  get since(): number | null | undefined {
    return this.#visit?.since
  }

  /** Starts to note the visit; the function returned ends that. */
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

  /** Everything up to now counts as seen. */
  markSeen(): Promise<void> {
    return this.#ask('visits.markSeen')
  }

  /** A note that is lost, as while the app is locked, does no harm: the next one follows. */
  async #ask(method: 'visits.note' | 'visits.markSeen'): Promise<void> {
    const visit = await this.#client.call(method).catch(() => null)
    if (visit !== null) this.#visit = visit
  }
}
