import type { FilterCondition } from '#shared/model/transaction/transaction-filter.ts'
import { Visit, type SinceVisit } from '#shared/model/visit.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { noteVisit } from '../../insight/visit.ts'
import type { HandlerContext, OpenProfile } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { nameNotices } from '../name-notices.ts'
import { readEvents } from '../read/read-events.ts'
import { readAccounts } from '../read/read-portfolio.ts'

/** The maximum number of rows of each kind. */
const maxRows = 100

interface Question {
  readonly accountId: string | null
  /** UTC ms, exclusive. */
  readonly since: number
  readonly now: number
}

/** The events since a time. Transactions count by their time, executions and alerts by the time at which they were seen. */
async function readSinceVisit(profile: OpenProfile, question: Question): Promise<SinceVisit> {
  const { cache, threads } = profile
  const { accountId, since, now } = question
  const accounts = readAccounts(cache, accountId)
  const own: FilterCondition[] = accountId === null ? [] : [{ field: 'account', values: [accountId], isNot: false }]
  const period: FilterCondition = { field: 'period', from: since + 1, to: null, isNot: false }
  const filter = { conditions: [...own, period], text: '' }
  const asked = { filter, direction: 'newest', after: null, limit: maxRows } as const
  const page = cache.transactions.pages.page(asked, 'bounded') ?? (await threads.page(asked))
  const [first, last] = [since, now].map((at) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length))
  return {
    transactions: { rows: [...page.rows], isMore: page.next !== null },
    executions: readExecutions(profile, question),
    events: readEvents(profile, accounts, now)
      .filter(({ date }) => first !== undefined && last !== undefined && date > first && date <= last)
      .toSorted((a, b) => (a.date < b.date ? 1 : -1)),
    notices: nameNotices(
      cache,
      profile.journal.notices.list(maxRows).filter(({ at }) => at > since),
    ),
  }
}

function readExecutions({ cache, journal }: OpenProfile, { accountId, since }: Question): SinceVisit['executions'] {
  const changes = journal.orders
    .changes(accountId, null, maxRows)
    .filter(({ seenAt, kind }) => seenAt > since && (kind === 'filled' || kind === 'partly-filled'))
  const factsOf = readFacts(
    cache,
    changes.map(({ symbol }) => symbol),
  )
  return changes.map((change) => {
    const order = journal.orders.get(change.accountId, change.orderId)?.order ?? null
    const side = (order?.body ?? order?.stopLossTakeProfit)?.side ?? ''
    return { ...change, name: factsOf(change.symbol).name, side }
  })
}

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
