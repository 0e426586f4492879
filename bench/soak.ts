// `npm run bench -- soak [--rows N] [--cap C] [--order asc|desc|shuffled] [--kept newest|oldest|any] [--kills K] [--storm]`: the
// built web host reads a service of another make, killed and started again on the way, and is compared with it row for row.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Result } from '../src/shared/contract.ts'
import { makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from '../test/e2e/web-host.ts'
import { OddService, type OddRow, type Trouble } from '../test/fakes/odd-service.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { rows: text, cap: text, order: text, kept: text, kills: text, minutes: text, storm: { type: 'boolean' } },
})
const rowCount = Number(values.rows ?? 20_000)
const cap = Number(values.cap ?? 1_000)
const kills = Number(values.kills ?? 3)
const oneOf = <T extends string>(value: string | undefined, choice: readonly [T, ...T[]]): T =>
  choice.find((one) => one === value) ?? choice[0]
const order = oneOf(values.order, ['desc', 'asc', 'shuffled'])
const kept = oneOf(values.kept, [order === 'asc' ? 'oldest' : 'newest', 'newest', 'oldest', 'any'])
const deadline = performance.now() + Number(values.minutes ?? 30) * 60_000
const accountIds = ['1900001', 'TRQD05:989213']
const dayMs = 86_400_000
const started = Date.now()

let state = 7
function draw(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

/** An instant with so many digits of a second's fraction. */
function textOf(at: number, digits: number): string {
  const whole = new Date(Math.floor(at / 1_000) * 1_000).toISOString().slice(0, 19)
  return digits === 0
    ? `${whole}Z`
    : `${whole}.${draw()
        .toFixed(9)
        .slice(2, 2 + digits)}Z`
}

/** Eight years, more in some than in others, with bursts, twins and rows that nobody can read. */
function makeRows(count: number): OddRow[] {
  const rows = Array.from({ length: count }, (_, i): OddRow => {
    const daysBack = draw() < 0.7 ? draw() * 2_900 : 600 + draw() * 200
    const timestamp = textOf(started - 60_000 - daysBack * dayMs, draw() < 0.8 ? 0 : Math.floor(draw() * 10))
    return { id: String(i), timestamp, name: `Row ${i}`, isMalformed: i % 4_999 === 77 }
  })
  for (const [place, daysBack] of [2, 333, 1_800].entries()) {
    const at = started - daysBack * dayMs
    for (let i = 0; i < cap + 50; i++)
      rows.push({ id: `burst-${place}-${i}`, timestamp: textOf(at, place === 1 ? 3 : 0), name: 'At once' })
  }
  return rows
}

const storm: readonly (Trouble | null)[] = [
  { status: 429 },
  { status: 503 },
  'reset',
  { status: 500 },
  'cut body',
  { status: 504 },
]
const service = new OddService(
  {
    cap,
    order,
    kept,
    requestsPerMinute: 200,
    openAccountDate: new Date(started - 400 * dayMs).toISOString(),
    trouble: () => (values.storm && draw() < 0.1 ? (storm[Math.floor(draw() * storm.length)] ?? null) : null),
  },
  accountIds,
)
await service.listen()
service.book('1900001', makeRows(Math.round(rowCount * 0.8)))
service.book('TRQD05:989213', makeRows(Math.round(rowCount * 0.2)))

const dataDir = await makeDataDir()
const folder = await mkdtemp(join(tmpdir(), 'tidemark-soak-'))
const secretFile = join(folder, 'secret')
await writeFile(secretFile, service.secret, { mode: 0o600 })
const connect = (): Promise<WebHostProcess> =>
  startWebHost(dataDir, ['--base-url', service.baseUrl, '--secret-file', secretFile])
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const say = (what: string, more: object = {}): void =>
  console.log(JSON.stringify({ name: what, seconds: Math.round((Date.now() - started) / 1_000), ...more }))

let host = await connect()
const read = () => host.call('transactions.coverage')
/** Whole, but for its gaps. */
const isRead = (coverage: Awaited<ReturnType<typeof read>>): boolean =>
  coverage.length === accountIds.length &&
  coverage.every(({ covered, gaps, beginsAt }) => beginsAt !== null && covered.length === gaps.length + 1)

async function waitFor(isDone: () => Promise<boolean>): Promise<boolean> {
  while (performance.now() < deadline) {
    if (await isDone()) return true
    await pause(500)
  }
  return false
}

await waitFor(async () => (await read()).some(({ covered }) => covered.length > 0))
say('first rows are here')
for (let kill = 0; kill < kills; kill++) {
  await pause(500 + draw() * (values.storm ? 20_000 : 8_000))
  await host.kill()
  service.book('1900001', [
    { id: `late-${kill}`, timestamp: textOf(started - (1 + 9 * kill) * dayMs, 0), name: 'Booked late' },
  ])
  host = await connect()
  say('killed and started again', { requests: service.transactionRequests })
}
const isWhole = await waitFor(async () => isRead(await read()))
const total = accountIds.reduce((sum, id) => sum + service.truth(id).length, 0)
const ideal = total / Math.min(cap, 1_000)
const { transactionRequests: requests, transactionAnswers: answers } = service
say('all is read', { rows: total, cap, order, kept, kills, requests, answers, ideal, ratio: answers / ideal, isWhole })

/** Rows of the service that are not here and in no named gap; and rows here that it does not have so. */
async function compare(): Promise<{ missing: number; wrong: number; inGaps: number }> {
  const coverage = await read()
  const here = new Map<string, string>()
  let after: string | null = null
  do {
    const page: Result<'transactions.page'> = await host.call('transactions.page', {
      filter: { conditions: [], text: '' },
      direction: 'newest',
      after,
      limit: 500,
    })
    for (const row of page.rows) here.set(`${row.accountId} ${row.transaction.id}`, row.transaction.atText)
    after = page.next
  } while (after !== null)
  let [missing, wrong, inGaps, found] = [0, 0, 0, 0]
  for (const id of accountIds) {
    const gaps = coverage.find(({ accountId }) => accountId === id)?.gaps ?? []
    for (const row of service.truth(id)) {
      const known = here.get(`${id} ${row.id}`)
      if (known !== undefined) found++
      if (known !== undefined && known !== row.timestamp) wrong++
      if (known !== undefined) continue
      if (gaps.some(({ from, to }) => from <= row.at && row.at < to)) inGaps++
      else missing++
    }
  }
  return { missing, wrong: wrong + here.size - found, inGaps }
}

await host.call('sync.now', { job: null })
await waitFor(async () => {
  const { missing, wrong } = await compare()
  return missing + wrong === 0
})
const coverage = await read()
say('compared row for row', { ...(await compare()), gaps: coverage.flatMap(({ gaps }) => gaps) })
await host.stop()
await service.close()
await removeDataDir(dataDir)
await rm(folder, { recursive: true, force: true })
