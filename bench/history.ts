// `npm run bench -- history [--rows N] [--shape S] [--cap C] [--kept K]`: the number of requests for a complete history,
// compared with N / C for a cap of C. Prints one JSON line per figure.
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { createCache } from '#main/cache/cache.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { createJournal } from '#main/journal/journal.ts'
import { migrations as journalMigrations } from '#main/journal/migrations.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { HistorySync } from '#main/sync/history/history-sync.ts'
import { rowLimit } from '#main/sync/history/request.ts'
import { FakeBroker } from '../test/fakes/broker.ts'
import { FakeClock } from '../test/fakes/clock.ts'
import { booked, dayMs, HistoryService, type ServiceOptions } from '../test/fakes/history-service.ts'
import { makeSyncContext } from '../test/fakes/sync-context.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { rows: { ...text, default: '100000' }, shape: text, cap: text, kept: text },
})
const rowCount = Number(values.rows)
const days = 3_000
const midnight = Date.UTC(2026, 2, 2)
const accountId = '1900001'
const signal = new AbortController().signal

/** Numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Draw = () => number
const anywhere = (draw: Draw): number => Math.floor(draw() * days * 86_400)

/** The times of the rows, in seconds before now. */
const shapes: Record<string, (draw: Draw, count: number) => number[]> = {
  uniform: (draw, count) => Array.from({ length: count }, () => anywhere(draw)),
  market: (draw, count) => {
    const perDay = count / ((days * 5) / 7)
    return Array.from({ length: days }, (_, day) => day)
      .filter((day) => ![0, 6].includes(new Date(midnight - day * dayMs).getUTCDay()))
      .flatMap((day) =>
        Array.from(
          { length: Math.round(perDay * (0.6 + 0.8 * draw())) },
          () => day * 86_400 - 25_200 - Math.floor(draw() * 30_600),
        ),
      )
      .filter((second) => second > 0)
  },
  bursty: (draw, count) => {
    const seconds: number[] = []
    while (seconds.length < count) {
      const at = anywhere(draw)
      const size = 1 + Math.floor(60 * draw() ** 3)
      for (let i = 0; i < size; i++) seconds.push(at + Math.floor(draw() * 600))
    }
    return seconds
  },
  daily: (draw, count) =>
    Array.from({ length: count }, () => Math.floor(draw() * days) * 86_400 + 28_800 + Math.floor(draw() ** 2 * 900)),
  monthly: (draw, count) =>
    Array.from({ length: count }, () =>
      draw() < 0.6 ? Math.floor((draw() * days) / 30) * 30 * 86_400 + Math.floor(draw() * 7_200) : anywhere(draw),
    ),
  lognormal: (draw, count) => {
    const gaps = Array.from({ length: count }, () =>
      Math.exp(2 * Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())),
    )
    const scale = (days * 86_400) / gaps.reduce((sum, gap) => sum + gap, 0)
    let second = 0
    return gaps.map((gap) => Math.floor((second += gap * scale)))
  },
  sparse: (draw) => Array.from({ length: 400 }, () => anywhere(draw)),
}

async function measure(shape: string, options: ServiceOptions & { readonly cap: number }): Promise<void> {
  const db = openDatabase(':memory:', migrations, { synchronous: 'NORMAL' })
  const cache = createCache(db)
  const journalDb = openDatabase(':memory:', journalMigrations, { synchronous: 'NORMAL' })
  const journal = createJournal(journalDb, tmpdir())
  const clock = new FakeClock(midnight)
  const service = new HistoryService(options)
  const rows = (shapes[shape]?.(seeded(7), rowCount) ?? []).map((second, id) =>
    booked(id, clock.now() - second * 1_000),
  )
  service.addRows(accountId, rows)
  const broker = new FakeBroker()
  broker.responses.listTransactions = service.respond
  const history = new HistorySync(makeSyncContext({ broker, cache, journal, clock }))
  await history.readRecent(accountId, { purpose: 'held', signal })
  while ((await history.readFurther([accountId], { purpose: 'background', signal })) !== 'nothing');
  const ideal = rows.length / Math.min(options.cap, rowLimit)
  const requests = service.requests.length
  const name = `${shape}, cap ${options.cap}, ${options.kept ?? 'newest'} kept`
  const isComplete = cache.transactions.count(accountId) === rows.length
  console.log(JSON.stringify({ name, rows: rows.length, requests, ideal, ratio: requests / ideal, isComplete }))
  db.close()
  journalDb.close()
}

const isChosen = (choice: string | undefined, value: string | number): boolean =>
  choice === undefined || choice.split(',').includes(String(value))

for (const shape of Object.keys(shapes).filter((shape) => isChosen(values.shape, shape)))
  for (const cap of [100, 1_000, 1_500].filter((cap) => isChosen(values.cap, cap)))
    for (const kept of (['newest', 'oldest', 'any'] as const).filter((kept) => isChosen(values.kept, kept)))
      await measure(shape, { cap, kept })
