// `npm run bench -- soak [--rows N] [--cap C] [--then-cap C] [--order asc|desc|shuffled] [--kept newest|oldest|any] [--kills K]
// [--storm] [--minutes M]`: the built web host reads an independently written service with its real budget, and is killed and
// restarted several times. Then its cache file is compared with the service row by row.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProfiles, profileOf } from '#main/profile/profile-registry.ts'
import { buildIfStale } from '../scripts/build.mjs'
import { connectWebHost, makeDataDir, removeDataDir, type WebHostProcess } from '../test/e2e/rig/web-host.ts'
import { OddService, type Fault } from '../test/fakes/odd-service.ts'
import { seededRandom } from '../test/fakes/random.ts'
import { compareFile, type Difference } from './soak/compare.ts'
import { makeRows, textOf } from './soak/rows.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    ...{ rows: text, cap: text, 'then-cap': text, order: text, kept: text, kills: text, minutes: text },
    storm: { type: 'boolean' },
  },
})
const rowCount = Number(values.rows ?? 20_000)
const cap = Number(values.cap ?? 1_000)
const kills = Number(values.kills ?? 3)
const oneOf = <T extends string>(value: string | undefined, choice: readonly [T, ...T[]]): T =>
  choice.find((allowed) => allowed === value) ?? choice[0]
const order = oneOf(values.order, ['desc', 'asc', 'shuffled'])
const kept = oneOf(values.kept, [order === 'asc' ? 'oldest' : 'newest', 'newest', 'oldest', 'any'])
const accountIds = ['1900001', 'TRQD05:989213']
const dayMs = 86_400_000
const started = Date.now()
const deadline = started + Number(values.minutes ?? 30) * 60_000
const draw = seededRandom(7)

const scattered: readonly Fault[] = [
  { status: 429 },
  { status: 503 },
  'reset',
  { status: 500 },
  'cut body',
  { status: 504 },
]
/** In every five minutes, all responses are 429 for 20 s and 503 for 20 s; otherwise one request in 25 fails. */
function chooseFault(): Fault | null {
  const seconds = (Date.now() - started) / 1_000
  if (seconds % 300 >= 60 && seconds % 300 < 80) return { status: 429 }
  if (seconds % 300 >= 180 && seconds % 300 < 200) return { status: 503 }
  return draw() < 0.04 ? (scattered[Math.floor(draw() * scattered.length)] ?? null) : null
}

const service = new OddService(
  {
    cap,
    order,
    kept,
    requestsPerMinute: 200,
    openAccountDate: new Date(started - 400 * dayMs).toISOString(),
    fault: () => (values.storm ? chooseFault() : null),
  },
  accountIds,
)
await buildIfStale()
await service.listen()
service.addRows('1900001', makeRows(Math.round(rowCount * 0.8), cap + 50, started, draw))
service.addRows('TRQD05:989213', makeRows(Math.round(rowCount * 0.2), cap + 50, started, draw))
const ideal = accountIds.reduce((sum, id) => sum + service.allRows(id).length, 0) / Math.min(cap, 1_000)

const dataDir = await makeDataDir()
const connect = (): Promise<WebHostProcess> => connectWebHost(dataDir, service)
const say = (what: string, more: object = {}): void =>
  console.log(JSON.stringify({ name: what, seconds: Math.round((Date.now() - started) / 1_000), ...more }))

async function waitFor(isDone: () => boolean | Promise<boolean>, everyMs = 500): Promise<boolean> {
  while (Date.now() < deadline) {
    // Tries again if the host is busy or has just closed the connection.
    if (await Promise.resolve(isDone()).catch(() => false)) return true
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return false
}

let host = await connect()
try {
  for (let kill = 0; kill < kills; kill++) {
    // Kills are evenly spaced over the reading, each at a different moment of a request.
    await waitFor(() => service.transactionAnswers >= (ideal * (kill + 0.7)) / kills, 10 + 7 * kill)
    await host.kill()
    const daysBack = (1 + 6 * kill) % 30
    const late = textOf(started - daysBack * dayMs, 0, draw)
    service.addRows('1900001', [{ id: `late-${kill}`, timestamp: late, name: 'Booked late' }])
    const changed = service.allRows('1900001').findLast(({ at }) => at < started - daysBack * dayMs)
    if (changed !== undefined) service.addRows('1900001', [{ ...changed, name: 'Corrected' }])
    if (values['then-cap'] !== undefined && kill === 0)
      service.options = { ...service.options, cap: Number(values['then-cap']) }
    host = await connect()
    say('killed and started again', { answers: service.transactionAnswers })
  }
  const isRead = async (): Promise<boolean> => {
    const coverage = await host.call('transactions.coverage')
    return (
      coverage.length === accountIds.length &&
      coverage.every(({ covered, gaps, beginsAt }) => beginsAt !== null && covered.length === gaps.length + 1)
    )
  }
  const isComplete = await waitFor(isRead)
  const { transactionRequests: requests, transactionAnswers: answers } = service
  const conditions = { cap, thenCap: values['then-cap'], order, kept, kills, isStormy: values.storm === true }
  say('all is read', { ...conditions, requests, answers, ideal, ratio: answers / ideal, isComplete })

  await waitFor(async () => (await host.call('sync.now', { job: null })) !== null)
  const path = join(createProfiles(dataDir).directory(profileOf(new URL(service.baseUrl))), 'cache.sqlite')
  const compare = (): Difference => compareFile(path, service, accountIds)
  const isSame = ({ missing, wrong, extra }: Difference): boolean => missing + wrong + extra === 0
  const agrees = await waitFor(() => isSame(compare()), 5_000)
  say('compared row for row', { rows: ideal * Math.min(cap, 1_000), ...compare(), agrees })
  if (!agrees || !isComplete) process.exitCode = 1
} finally {
  await host.stop()
  await service.close()
  await removeDataDir(dataDir)
}
