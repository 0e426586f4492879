import { expect, test } from 'vitest'
import rule from '../../../scripts/checks/clock-rule.mjs'

const name = (text: string) => ({ type: 'Identifier', name: text })
const member = (object: string, property: string) => ({
  type: 'MemberExpression',
  object: name(object),
  property: name(property),
})

/** What the rule reports about a node of this type. */
function report(type: 'CallExpression' | 'NewExpression' | 'ImportDeclaration', node: object): string[] {
  const messages: string[] = []
  const visitor = rule.rules.clock.create({ report: ({ message }) => messages.push(message) })
  visitor[type]({ type, arguments: [], ...node } as never)
  return messages.map((message) => message.split(';')[0] ?? '')
}

const setsTimers = ['Only clock.ts sets timers']
const readsTime = ['Only clock.ts reads the time']

test.each([
  ['setTimeout()', 'CallExpression', { callee: name('setTimeout') }, setsTimers],
  ['globalThis.setInterval()', 'CallExpression', { callee: member('globalThis', 'setInterval') }, setsTimers],
  ['clock.setTimeout()', 'CallExpression', { callee: member('clock', 'setTimeout') }, []],
  ['Date.now()', 'CallExpression', { callee: member('Date', 'now') }, readsTime],
  ['new Date()', 'NewExpression', { callee: name('Date') }, readsTime],
  ['new Date(0)', 'NewExpression', { callee: name('Date'), arguments: [{ type: 'Literal' }] }, []],
  ['timers of promises', 'ImportDeclaration', { source: { value: 'node:timers/promises' } }, setsTimers],
  ['another import', 'ImportDeclaration', { source: { value: 'node:fs' } }, []],
] as const)('the rule for the clock: %s', (_, type, node, expected) => {
  expect(report(type, node)).toEqual(expected)
})
