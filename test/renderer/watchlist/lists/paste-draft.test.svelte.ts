import { expect, test, vi } from 'vitest'
import { PasteDraft } from '#renderer/watchlist/lists/paste-draft.svelte.ts'
import { createClient } from '#shared/client.ts'
import type { ResolvedInput } from '#shared/model/watchlist.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

function start(overrides: Partial<Answers> = {}, listed: readonly string[] = []) {
  const transport = fixtureTransport(overrides)
  const draft = new PasteDraft(createClient(transport), () => listed)
  return { draft, transport }
}
const found = (symbol: string): ResolvedInput => ({ input: symbol, symbol, name: null, candidates: [] })

test('typed text is looked up once after a pause; until then it is not resolved', async () => {
  const { draft, transport } = start()
  draft.text = 'AMZ'
  draft.text = 'AMZN'
  expect(draft.isResolved).toBe(false)
  await vi.waitFor(() => expect(draft.isResolved).toBe(true))
  expect(transport.calls.map(({ params }) => params)).toEqual([{ text: 'AMZN' }])
  expect(draft.symbols).toEqual(['AMZN@XNGS'])
})

test('a late response never replaces a newer one', async () => {
  const answers = new Map<string, (rows: ResolvedInput[]) => void>()
  const { draft } = start({
    'watchlists.resolve': ({ text }) => new Promise((resolve) => answers.set(text, resolve)),
  })
  draft.text = 'OLD@X'
  const old = draft.resolve()
  draft.text = 'NEW@X'
  const newer = draft.resolve()
  await vi.waitFor(() => expect(answers.size).toBe(2))
  answers.get('NEW@X')?.([found('NEW@X')])
  await newer
  answers.get('OLD@X')?.([found('OLD@X')])
  await old
  expect(draft.symbols).toEqual(['NEW@X'])
})

test('two names of one instrument add it once; instruments in the list are not added', async () => {
  const { draft } = start({}, ['AAPL@XNGS'])
  draft.text = 'AAPL@XNGS AMZN amzn@xngs'
  await draft.resolve()
  expect(draft.lines.map(({ kind }) => kind)).toEqual(['present', 'known', 'known'])
  expect(draft.symbols).toEqual(['AMZN@XNGS'])
})

test('an unknown name is added only if the user confirms it and it has the form of a symbol', async () => {
  const { draft } = start()
  draft.text = 'NOPE @X A@ NEW@#X _OLD@_Y'
  await draft.resolve()
  expect(draft.lines.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown', 'formed', 'formed'])
  draft.force('NEW@#X', true)
  draft.force('NOPE', true)
  expect(draft.symbols).toEqual(['NEW@#X'])
  draft.force('NEW@#X', false)
  expect(draft.symbols).toEqual([])
})

test('a text that exceeds the limit of the list is detected before it is added', async () => {
  const listed = Array.from({ length: 499 }, (_, index) => `S${index}@X`)
  const { draft } = start({ 'watchlists.resolve': () => [found('A@X'), found('B@X')] }, listed)
  draft.text = 'A@X B@X'
  await draft.resolve()
  expect(draft.isTooLong).toBe(true)
})

test('a failed lookup shows the error and no matches', async () => {
  const { draft } = start({ 'watchlists.resolve': failing('invalid', 'The text has 1001 names.') })
  draft.text = 'A B'
  await draft.resolve()
  expect(draft.error?.message).toBe('The text has 1001 names.')
  expect(draft.symbols).toEqual([])
  expect(draft.isResolved).toBe(false)
})
