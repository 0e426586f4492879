import { expect, test } from 'vitest'
import { defaultViewSettings, type ViewSettings } from '#renderer/navigation/transactions-address.ts'
import { rowKey } from '#renderer/transactions/rows/row-source.ts'
import { TransactionList } from '#renderer/transactions/rows/transaction-list.svelte.ts'
import { createClient } from '#shared/client.ts'
import { day } from '../../fixtures/data.ts'
import { settle } from '../../fixtures/page/mount.ts'
import { TransactionStore } from '../../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRow, transactionRows } from '../../fixtures/transactions.ts'
import { fixtureTransport, type Answers } from '../../fixtures/transport.ts'

const now = Date.UTC(2026, 10, 1)
const allRows = { conditions: [], text: '' }

function listOf(
  store: TransactionStore,
  settings: ViewSettings = defaultViewSettings,
  overrides: Partial<Answers> = {},
) {
  const transport = fixtureTransport({ ...transactionAnswers(store), ...overrides })
  const client = createClient(transport)
  const list = new TransactionList(client, settings, () => store.find(settings.filter).length)
  const pages = () => transport.calls.filter(({ method }) => method === 'transactions.page').length
  return { list, transport, pages }
}
const until = async (isTrue: () => boolean) => {
  for (let turn = 0; turn < 100 && !isTrue(); turn += 1) await settle()
  expect(isTrue()).toBe(true)
}

for (const direction of ['newest', 'oldest'] as const)
  test(`a jump far away reads only a few pages there, and the list continues in both directions: ${direction}`, async () => {
    const store = new TransactionStore(transactionRows(20_000, now))
    const truth = direction === 'newest' ? store.find(allRows).toReversed() : [...store.find(allRows)]
    // Rows of the same time have no defined order; only their neighbours are known.
    const at = (index: number) => truth[index]!.transaction.at
    const { list, pages, transport } = listOf(store, { ...defaultViewSettings, direction })
    const seeks = () => transport.calls.filter(({ method }) => method === 'transactions.seek').length
    await until(() => list.isFresh)
    for (const first of [10_000, 19_970, 9_000, 12, 15_000]) {
      const before = pages()
      const seeksBefore = seeks()
      list.want(first, first + 30, 1)
      await until(() => list.rowAt(first) !== undefined && list.rowAt(first + 29) !== undefined)
      expect(pages() - before).toBeLessThan(25)
      expect(seeks() - seeksBefore).toBeLessThanOrEqual(1)
      for (let index = first; index < first + 30; index += 1) expect(list.rowAt(index)?.transaction.at).toBe(at(index))
      list.want(first - 10, first + 20, -1)
      await until(() => list.rowAt(first - 10) !== undefined)
      expect(list.rowAt(first - 10)?.transaction.at).toBe(at(first - 10))
    }
    expect(list.length).toBe(20_000)
  })

test('the previous rows stay until the first page of the new settings arrives', async () => {
  const store = new TransactionStore(transactionRows(500, now))
  let answer: (() => void) | undefined
  const { list } = listOf(store, defaultViewSettings, {
    'transactions.page': (params) =>
      params.filter.text === ''
        ? store.page(params)
        : new Promise((resolve) => (answer = () => resolve(store.page(params)))),
  })
  await until(() => list.isFresh)
  const first = rowKey(list.rowAt(0)!)
  list.show({ ...defaultViewSettings, filter: { conditions: [], text: 'apple' } })
  await settle()
  expect(list.isFresh).toBe(false)
  expect(rowKey(list.rowAt(0)!)).toBe(first)
  answer?.()
  await until(() => list.isFresh)
  expect(list.rowAt(0)?.instrumentName).toBe('Apple Inc.')
})

test('a late response for earlier settings is dropped', async () => {
  const store = new TransactionStore(transactionRows(500, now))
  const answers = new Map<string, () => void>()
  const { list } = listOf(store, defaultViewSettings, {
    'transactions.page': (params) =>
      new Promise((resolve) => answers.set(params.filter.text, () => resolve(store.page(params)))),
  })
  list.show({ ...defaultViewSettings, filter: { conditions: [], text: 'apple' } })
  await settle()
  answers.get('apple')?.()
  await until(() => list.isFresh)
  answers.get('')?.()
  await settle()
  expect(list.rowAt(0)?.instrumentName).toBe('Apple Inc.')
  expect(list.rowAt(1)?.instrumentName).toBe('Apple Inc.')
})

test('rows that arrive while the list is scrolled down are counted and offered, and the list does not move', async () => {
  const store = new TransactionStore(transactionRows(3000, now))
  const { list } = listOf(store)
  await until(() => list.isFresh)
  list.want(600, 630, 1)
  await until(() => list.rowAt(629) !== undefined)
  const here = rowKey(list.rowAt(610)!)
  store.add(...Array.from({ length: 3 }, (_, n) => transactionRow(9000 + n, now + day)))
  await list.notice(false)
  await settle()
  expect(list.newRows).toEqual({ count: 3, isMore: false })
  expect(rowKey(list.rowAt(610)!)).toBe(here)
  list.show()
  await until(() => list.isFresh)
  expect(list.newRows).toBeNull()
  expect(list.rowAt(0)?.transaction.id).toBe('t9002')
})

test('older rows that arrive later from the history are added after the last row', async () => {
  const rows = transactionRows(300, now)
  const store = new TransactionStore(rows.slice(150))
  const { list } = listOf(store)
  await until(() => list.isFresh)
  expect(list.length).toBe(150)
  store.add(...rows.slice(0, 150))
  await list.notice(true)
  list.want(0, 30, 1)
  await until(() => list.length === 300)
  expect(list.newRows).toBeNull()
})
