import { Visit } from '#shared/model/visit.ts'
import { noteVisit } from '../../insight/visit.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readSinceVisit } from '../read/read-since-visit.ts'

type VisitHandlers = Pick<Handlers, Extract<keyof Handlers, `visits.${string}`>>

/** The key in the settings of the journal, which belong to the profile. */
const key = 'visit'

/** The user's last visit, and the changes since then. */
export function createVisitHandlers({ current, clock }: HandlerContext): VisitHandlers {
  function keep(visit: Visit): Visit {
    current().journal.settings.set(key, Visit, visit)
    return visit
  }
  return {
    'visits.note': () => keep(noteVisit(current().journal.settings.get(key, Visit), clock.now())),
    'visits.markSeen': () => keep({ since: clock.now(), seenAt: clock.now() }),
    'visits.read': (question) => readSinceVisit(current(), { ...question, now: clock.now() }),
  }
}
