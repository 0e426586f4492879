import { appendFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appendCall, callLogPath, maxCallLogBytes, readCalls } from '#main/assistants/call-log.ts'
import type { AssistantCall } from '#shared/model/app/assistant.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const makeCall = (at: number): AssistantCall => ({
  ...{ at, client: 'assistant', name: 'accounts', question: '{}', outcome: 'answered', amounts: 'shown', bytes: 10 },
})

test('calls are read newest first, and lines that cannot be read are left out', () => {
  const directory = makeTemporaryDirectory()
  expect(readCalls(directory, 5)).toEqual([])
  appendCall(directory, makeCall(1))
  appendFileSync(callLogPath(directory), '{"at":2,"cli\n')
  appendCall(directory, makeCall(3))
  expect(readCalls(directory, 5)).toEqual([makeCall(3), makeCall(1)])
  expect(readCalls(directory, 1)).toEqual([makeCall(3)])
  if (process.platform !== 'win32') expect(statSync(callLogPath(directory)).mode & 0o777).toBe(0o600)
})

test('the log keeps at most two files of a limited size, and the latest calls', () => {
  const directory = makeTemporaryDirectory()
  const count = Math.ceil((2.5 * maxCallLogBytes) / JSON.stringify(makeCall(1_000)).length)
  for (let at = 1; at <= count; at++) appendCall(directory, makeCall(at))
  expect(statSync(callLogPath(directory)).size).toBeLessThanOrEqual(maxCallLogBytes)
  const calls = readCalls(directory, count)
  expect(calls[0]?.at).toBe(count)
  expect(calls.length).toBeLessThan(count)
  expect(calls.length).toBeGreaterThan(count / 3)
  expect(calls.map(({ at }) => at)).toEqual(Array.from(calls, (_, index) => count - index))
})
