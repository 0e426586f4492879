import { expect, test } from 'vitest'
import type { QuoteLine } from '#main/insight/history/past-prices.ts'
import { PastReader } from '#main/ledger/past/past-reader.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { seededRandom } from '../../../fakes/random.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { units } from '../../insight/ledger/make-row.ts'
import { makeDetails } from '../../insight/make.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../rig.ts'

const start = Date.UTC(2022, 5, 3)
const other = '1900002'
const symbols = ['A@MISX', 'B@MISX', 'C@MISX']
const loadedAccount = (id: string) => ({
  ...{ accountId: id, coverage: 'whole' as const, positions: [], cash: [] },
  ...{ statedAt: start, differenceCount: 0, needsNewerRows: false },
})

/** Two accounts, and a reader of their past that counts its steps. */
function openPast() {
  const rig = openLedgerRig()
  const quotes = new Map<string, QuoteLine>()
  let reader = new PastReader(rig.db, rig.cache, rig.replay.instruments)
  for (const id of [accountId, other]) {
    rig.cache.coverage.cover(id, start - 9_000 * dayMs, start + 9_000 * dayMs)
    rig.cache.history.putBeginning(id, start - 9_000 * dayMs)
  }
  rig.cache.instrumentDetails.put(makeDetails({ symbol: 'C@MISX', type: 'CURRENCIES', quoteCurrency: 'RUB' }), start)
  const read = (now: number, { choices = fifo, factsVersion = 0, accountIds = [accountId, other] } = {}) => {
    rig.refresh()
    const steps = reader.steps({
      ...{ accountIds, choices, now, quotes, factsVersion },
      quotesUntil: Math.floor(now / dayMs) * dayMs,
      compared: accountIds.map(loadedAccount),
    })
    for (let count = 0; ; count++) {
      const { done, value } = steps.next()
      if (done === true) return { past: value, steps: count }
    }
  }
  return {
    ...{ rig, quotes, read },
    /** A new reader, as after a restart of the app. */
    restart: () => void (reader = new PastReader(rig.db, rig.cache, rig.replay.instruments)),
    /** The result of a first reading of all rows. */
    readFromScratch(now: number) {
      rig.db.exec('DELETE FROM ledger_past')
      return read(now).past
    },
  }
}

const movement = (id: string, at: number, category: string, name: string, amount: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category, name, symbol: '', changeQuantity: null, trade: null },
    change: { currency: 'RUB', amount: dec(amount) },
  })

function drawRow(random: () => number, id: number, at: number): Transaction {
  const symbol = symbols[Math.floor(random() * symbols.length)] ?? ''
  const kind = random()
  if (kind < 0.1) return movement(String(id), at, 'DEPOSIT', 'Ввод', String(1 + Math.floor(random() * 9_000)))
  if (kind < 0.2) {
    const amount = `${random() < 0.5 ? '-' : ''}${1 + Math.floor(random() * 3)}00`
    return movement(String(id), at, 'TRANSFER', 'Перевод между счетами', amount)
  }
  const pieces = `${random() < 0.4 ? '-' : ''}${1 + Math.floor(random() * 9)}`
  const price = 50 + Math.floor(random() * 50)
  const row = makeTrade(String(id), at, symbol, pieces, String(-Number(pieces) * price))
  return { ...row, trade: { size: dec(pieces.replace('-', '')), price: dec(String(price)), accruedInterest: dec('0') } }
}

/** `count` random rows between two times, in time order. */
function drawRows(random: () => number, count: number, from: number, to: number, firstId: number): Transaction[] {
  const times = Array.from({ length: count }, () => from + Math.floor((random() * (to - from)) / 1000) * 1000)
  return times.sort((a, b) => a - b).map((at, index) => drawRow(random, firstId + index, at))
}

test.each([1, 2, 3])(
  'a past continued from stored states equals a first reading of all rows (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const { rig, quotes, read, readFromScratch, restart } = openPast()
    let now = start + 900 * dayMs + 5 * hourMs
    let id = 1_000
    const write = async (count: number, from: number, to: number): Promise<void> => {
      const rows = drawRows(random, count, from, to, id)
      id += count
      await rig.write(rows.filter((_, index) => index % 3 > 0))
      await rig.write(
        rows.filter((_, index) => index % 3 === 0),
        other,
      )
    }
    const recordQuotes = (from: number): void => {
      for (const symbol of symbols.slice(0, 2)) {
        const line = [...(quotes.get(symbol) ?? [])]
        for (let at = Math.floor(from / dayMs) * dayMs + 9 * hourMs; at < Math.floor(now / dayMs) * dayMs; at += dayMs)
          if (random() < 0.5) line.push({ at, price: units(String(40 + Math.floor(random() * 60))) })
        quotes.set(symbol, line)
      }
    }
    await write(300, start, now)
    recordQuotes(now - 200 * dayMs)
    const first = read(now).past
    expect([first.moments.length > 150, first.rateTrades.length > 30]).toEqual([true, true])
    for (let round = 0; round < 12; round++) {
      const change = random()
      if (change < 0.35) await write(1 + Math.floor(random() * 4), now - hourMs, now)
      else if (change < 0.6) await write(1, start + Math.floor(random() * 900 - 10) * dayMs, now)
      else if (change < 0.75) {
        rig.db
          .prepare(
            'DELETE FROM account_transaction WHERE key = (SELECT key FROM account_transaction ORDER BY random() LIMIT 1)',
          )
          .run()
      } else {
        const before = now
        now += Math.ceil(random() * 40) * dayMs
        await write(3, before, now)
        recordQuotes(before)
      }
      if (random() < 0.3) restart()
      const { past } = read(now)
      expect(read(now).past).toEqual(past)
      expect(past).toEqual(readFromScratch(now))
    }
  },
)

test('the newest row reads only the rows of its day, a late row reads the rows since the start of its year', async () => {
  const { rig, read, restart } = openPast()
  const now = start + 1_500 * dayMs
  await rig.write(drawRows(seededRandom(4), 9_000, start, now - dayMs, 1_000))
  expect(read(now).steps).toBeGreaterThan(8)
  await rig.write([makeTrade('90001', now - hourMs, 'A@MISX', '1', '-10')])
  expect(read(now).steps).toBe(1)
  restart()
  expect(read(now).steps).toBe(1)
  await rig.write([makeTrade('90002', start + 1_100 * dayMs, 'A@MISX', '1', '-10')])
  const { steps } = read(now)
  expect(steps).toBeGreaterThan(1)
  expect(steps).toBeLessThan(6)
})

test('another opening balance, other facts and other prices calculate the past from its beginning', async () => {
  const { rig, quotes, read } = openPast()
  const now = start + 30 * dayMs
  await rig.write([makeTrade('1', start + hourMs, 'A@MISX', '2', '-20')])
  const valueOf = (options = {}) =>
    read(now, options)
      .past.moments.at(-1)
      ?.parts?.map(({ amount }) => amount)
  expect(valueOf()).toEqual(['0'])
  const opening = { accountId, symbol: null, currency: 'RUB', amount: dec('100') }
  expect(valueOf({ choices: { ...fifo, openings: [opening] } })).toEqual(['100'])
  expect(valueOf()).toEqual(['0'])
  quotes.set('A@MISX', [{ at: start + 5 * dayMs, price: units('50') }])
  expect(valueOf()).toEqual(['0'])
  rig.cache.instrumentDetails.put(makeDetails({ symbol: 'A@MISX', type: 'EQUITIES', quoteCurrency: 'RUB' }), now)
  rig.replay.forgetFacts()
  expect(valueOf({ factsVersion: 1 })).toEqual(['80'])
  quotes.set('A@MISX', [...(quotes.get('A@MISX') ?? []), { at: start + 6 * dayMs, price: units('70') }])
  expect(valueOf({ factsVersion: 1 })).toEqual(['120'])
})

test('the past of an account that is not requested is removed after some time', async () => {
  const { rig, read } = openPast()
  await rig.write([makeTrade('1', start + hourMs, 'A@MISX', '2', '-20')])
  for (let index = 0; index < 30; index++) {
    const id = `x${index}`
    rig.cache.coverage.cover(id, start - dayMs, start + 99 * dayMs)
    rig.cache.history.putBeginning(id, start - dayMs)
    read(start + 9 * dayMs, { accountIds: [accountId, id] })
  }
  expect(rig.db.prepare('SELECT count(*) FROM ledger_past').pluck().get()).toBe(24)
  expect(rig.db.prepare('SELECT count(DISTINCT past) FROM ledger_past_worth').pluck().get()).toBe(24)
})
