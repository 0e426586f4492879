import { expect, test } from 'vitest'
import type { Command } from '#renderer/search/command.ts'
import { findCommands } from '#renderer/search/find-commands.ts'

const command = (title: string, words = ''): Command => ({ title, words, keys: '', action: { kind: 'privacy' } })
const commands = [
  command('Positions', 'go to open screen'),
  command('Orders', 'go to open screen'),
  command('Dark theme', 'appearance colours mode'),
  command('Show account 1900001', 'switch'),
]
const find = (text: string) => {
  const { named, matching, similar } = findCommands(commands, text)
  return [named, matching, similar].map((found) => found.map(({ title }) => title))
}

test('a title or its beginning names a command, also without its first words', () => {
  expect(find('positions')[0]).toEqual(['Positions'])
  expect(find('Po')[0]).toEqual(['Positions'])
  expect(find('theme')[0]).toEqual(['Dark theme'])
  expect(find('account 1900001')[0]).toEqual(['Show account 1900001'])
})

test('a single letter does not name a command, and the other words of a command only match it', () => {
  expect(find('p')).toEqual([[], ['Positions'], []])
  expect(find('go ord')).toEqual([[], ['Orders'], []])
  expect(find('colours')).toEqual([[], ['Dark theme'], []])
})

test('a text with missing letters finds a similar title; a coincidence does not', () => {
  expect(find('postons')).toEqual([[], [], ['Positions']])
  expect(find('dme')).toEqual([[], [], []])
  expect(find('xyz')).toEqual([[], [], []])
})

test('a command typed on a Russian keyboard layout is found', () => {
  expect(find('зщышешщты')[0]).toEqual(['Positions'])
})

test('an empty text matches all commands', () => {
  expect(find(' ')[1]).toHaveLength(commands.length)
})

test('a Russian title is found with е for ё', () => {
  const russian = [command('Тёмная тема'), command('Показать все счета')]
  for (const text of ['темная', 'тёмная', 'ntvyfz'])
    expect(findCommands(russian, text).named.map(({ title }) => title)).toEqual(['Тёмная тема'])
})
