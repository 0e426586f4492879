import { expect, test } from 'vitest'
import {
  choppedKeys,
  differingInputs,
  missingKeys,
  strayKeys,
  untranslated,
  wrongForms,
  wrongUses,
  type Message,
} from '../../../scripts/messages/rules.mjs'

const plural = (match: Readonly<Record<string, string>>, inputs = ['count']): Message => [
  {
    declarations: [...inputs.map((name) => `input ${name}`), 'local plural = count: plural'],
    selectors: ['plural'],
    match,
  },
]

test('a key that one language lacks is found', () => {
  expect(missingKeys({ a_b: 'Save', a_c: 'Open' }, { a_b: 'Сохранить', a_d: 'Закрыть' })).toEqual([
    'a_c has no Russian text',
    'a_d has no English text',
  ])
  expect(missingKeys({ a_b: 'Save' }, { a_b: 'Сохранить' })).toEqual([])
})

test('an English text among the Russian texts is found, also in a single plural form', () => {
  const english = {
    a_b: 'Save',
    a_c: '{count}%',
    a_d: 'XIRR',
    a_e: plural({ 'plural=one': '1 lot', 'plural=*': 'lots' }),
  }
  const russian = {
    a_b: 'Save',
    a_c: '{count}%',
    a_d: 'XIRR',
    a_e: plural({ 'plural=one': 'лот', 'plural=few': 'lots', 'plural=*': 'лотов' }),
  }
  expect(untranslated(english, russian, ['a_d'])).toEqual([
    'a_b is not translated: "Save"',
    'a_e is not translated: "лот | lots | лотов"',
  ])
  expect(untranslated({ a_b: 'Save' }, { a_b: 'Сохранить' }, [])).toEqual([])
})

test('different values in the two languages are found', () => {
  expect(differingInputs({ a_b: '{from} to {to}' }, { a_b: 'с {from}' })).toEqual([
    'a_b takes (from, to) in English and (from) in Russian',
  ])
  expect(differingInputs({ a_b: '{from} to {to}' }, { a_b: 'до {to} с {from}' })).toEqual([])
})

test('a value that a form uses without a declaration is found', () => {
  const english = plural({ 'plural=one': '1 lot', 'plural=*': '{shown} lots' }, ['count', 'shown'])
  const russian = plural({ 'plural=one': '{shwon} лот', 'plural=few': '{shown} лота', 'plural=*': '{shown} лотов' }, [
    'count',
    'shown',
  ])
  expect(differingInputs({ a_b: english }, { a_b: russian })).toEqual(['a_b does not declare {shwon}'])
})

test('each language needs its own plural forms, the last of them for all other numbers', () => {
  const two = plural({ 'plural=one': 'a', 'plural=*': 'b' })
  const three = plural({ 'plural=one': 'a', 'plural=few': 'b', 'plural=*': 'c' })
  expect(wrongForms({ a_b: two, a_c: 'text' }, 'en')).toEqual([])
  expect(wrongForms({ a_b: three }, 'ru')).toEqual([])
  expect(wrongForms({ a_b: two }, 'ru')).toEqual([
    'a_b has the forms plural=one, plural=*; ru has plural=one, plural=few, plural=*',
  ])
})

test('a key in the file of another subject is found', () => {
  expect(strayKeys('day', { day_heading: 'Day', lock_heading: 'Locked' })).toEqual([
    'lock_heading is in the file day.json, whose keys begin with day_',
  ])
})

test('a key that is the beginning of a sentence, or a number of another, is found', () => {
  const english = {
    a_and: 'And',
    a_file_not_written: 'x',
    a_the_service_sent_a: 'x',
    a_not_known_2: 'x',
    a_of_2026: 'x',
  }
  expect(choppedKeys(english)).toEqual([
    'a_the_service_sent_a is not a name: name what the text says',
    'a_not_known_2 is not a name: name what the text says',
  ])
})

test('a message that is not used, one that does not exist, and a computed key are found', () => {
  const source = `import { m } from '../shared/messages/messages.js'\n`
  const english = { a_b: 'Save', a_c: 'Open' }
  expect(wrongUses(english, { 'x.ts': `${source}m.a_b(); m.a_d(); m[key]()` })).toEqual([
    'x.ts uses a_d, which does not exist',
    'x.ts reads a message by a computed key',
    'a_c is not used',
  ])
})

test('only a module that imports the messages uses them', () => {
  expect(wrongUses({ a_b: 'Save' }, { 'x.ts': 'm.a_b(m.other)' })).toEqual(['a_b is not used'])
})
