// The renderer of the window with a seeded history in memory, so that the bench measures the list and not the cache.
import { mount } from 'svelte'
import App from '#renderer/App.svelte'
import { TransactionStore } from '../../test/renderer/fixtures/transaction-store.ts'
import { transactionAnswers, transactionRows } from '../../test/renderer/fixtures/transactions.ts'
import { fixtureTransport } from '../../test/renderer/fixtures/transport.ts'

const rows = Number(new URLSearchParams(location.search).get('rows') ?? 100_000)
const store = new TransactionStore(transactionRows(rows, Date.UTC(2026, 10, 1)))
const host = { ...fixtureTransport(transactionAnswers(store)), onReach: () => () => undefined }
const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target, props: { host } })
