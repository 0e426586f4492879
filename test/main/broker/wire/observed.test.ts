import { expect, test } from 'vitest'
import { noteAbsent, noteUnknownValue, noteUnreadable, observe } from '../../../../src/main/broker/wire/observed.ts'

test('what is noted while a response is decoded comes with the result, each path once, without places in lists', () => {
  const { output, observed } = observe(() => {
    noteUnreadable('events[0].value')
    noteUnreadable('events[7].value')
    noteAbsent('quote_currency')
    noteUnknownValue('session type', 'NIGHT_AUCTION')
    return 7
  })
  expect(output).toBe(7)
  expect(observed).toEqual({
    unreadable: ['events[*].value'],
    absent: ['quote_currency'],
    unknownValues: [{ enumeration: 'session type', value: 'NIGHT_AUCTION' }],
  })
})

test('a note outside of a decoding is not added to the next one', () => {
  noteAbsent('quote_currency')
  expect(observe(() => null).observed.absent).toEqual([])
})

test('a value that is no name, such as an account number or a sentence, is not kept', () => {
  const { observed } = observe(() => {
    noteUnknownValue('account type', '1900001')
    noteUnknownValue('account type', 'x'.repeat(300))
    noteUnknownValue('account type', 'Ivan Petrov')
  })
  expect(observed.unknownValues).toEqual([{ enumeration: 'account type', value: '…' }])
})
