import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '#shared/model/report.ts'
import { accountId, now } from '../../ledger/offline-profile.ts'
import { useAssistant } from './open-assistant.ts'

const allow = useAssistant()

function makeReport(id: string, path: string, bytes: number): Report {
  return {
    ...{ id, accountId, form: 'REPORT_FORM_SHORT', beginOn: '2026-01-01', endOn: '2026-01-31', phase: 'here' },
    ...{ requestedAt: now, scheduledFor: null, serviceId: 'S-1', status: 'SUCCESS', statusSince: now, polls: 1 },
    ...{ nextPollAt: null, breaks: 0, reason: null, elsewhere: null, allowedOrigin: null },
    file: { path, bytes, sha256: 'a'.repeat(64), arrivedAt: now },
  }
}

async function openWithReports(amounts: 'shown' | 'hidden') {
  const opened = await allow({ isOn: true, amounts })
  const [small, large, pdf] = ['small.csv', 'large.txt', 'r.pdf'].map((name) => join(opened.directory, name))
  writeFileSync(small!, 'name,amount\r\n\u202eSBER\u0007,959.5\r\n')
  writeFileSync(large!, 'x'.repeat(200_000))
  writeFileSync(pdf!, '%PDF')
  opened.profile.journal.reports.put([
    makeReport('a/1', small!, 28),
    makeReport('b', large!, 200_000),
    makeReport('c', pdf!, 4),
  ])
  const read = async (uri: string) => {
    const [first] = (await opened.assistant.readResource({ uri })).contents
    return first !== undefined && 'text' in first ? first : undefined
  }
  return { ...opened, read }
}

test('accounts and reports are resources; a small text report is given in full, other reports only by their facts', async () => {
  const { assistant, read, directory } = await openWithReports('shown')
  const { resources } = await assistant.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['tidemark://accounts', 'tidemark://reports'])
  const accounts = await read('tidemark://accounts')
  expect(JSON.parse(accounts?.text ?? '')).toMatchObject({ rows: [{ id: accountId }], amounts: 'shown' })
  const list = (await read('tidemark://reports'))?.text ?? ''
  expect(JSON.parse(list)).toMatchObject([
    { uri: 'tidemark://reports/a%2F1', bytes: 28, facts: { beginOn: '2026-01-01', phase: 'here' } },
    { uri: 'tidemark://reports/b' },
    { uri: 'tidemark://reports/c' },
  ])
  expect(list).not.toContain(directory)
  expect(await read('tidemark://reports/a%2F1')).toMatchObject({
    mimeType: 'text/csv',
    text: 'name,amount\nSBER,959.5\n',
  })
  expect((await read('tidemark://reports/b'))?.text).toContain('missing or has more than')
  expect((await read('tidemark://reports/c'))?.text).toContain('Its file is not text.')
  await expect(read('tidemark://reports/none')).rejects.toThrow('There is no such report')
})

test('while amounts are hidden, only the facts of a report are given', async () => {
  const { read } = await openWithReports('hidden')
  const report = await read('tidemark://reports/a%2F1')
  expect(report?.text).toContain('not shown to assistants')
  expect(report?.text).not.toContain('959.5')
})

test('three prompts are about a month, a transaction and a difference; typed text is in quotes', async () => {
  const { assistant } = await allow()
  const { prompts } = await assistant.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['review_month', 'find_transaction', 'explain_difference'])
  const find = await assistant.getPrompt({
    name: 'find_transaction',
    arguments: { remembered: 'rent"\n\u202eabout 100' },
  })
  expect(JSON.stringify(find.messages)).toContain(JSON.stringify(JSON.stringify('rent" about 100')).slice(1, -1))
  const explain = await assistant.getPrompt({ name: 'explain_difference', arguments: { of: 'SBER@MISX' } })
  expect(JSON.stringify(explain.messages)).toContain('SBER@MISX')
})
