import { expect, test } from 'vitest'
import plugin from '../../../scripts/checks/lint-rules.mjs'

const name = (text: string) => ({ type: 'Identifier', name: text })
const member = (object: string, property: string) => ({
  type: 'MemberExpression',
  object: name(object),
  property: name(property),
})

/** What the rule reports about a node of this type. */
function report(type: 'CallExpression' | 'NewExpression' | 'ImportDeclaration', node: object): string[] {
  const messages: string[] = []
  const visitor = plugin.rules.clock.create({ report: ({ message }) => messages.push(message) })
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

const spread = (argument: object) => ({ type: 'SpreadElement', argument })
const array = { type: 'ArrayExpression', elements: [] }
const object = { type: 'ObjectExpression', properties: [] }
const constant = { type: 'TSAsExpression', expression: array }

test.each([
  ['{ ...{ a } }', 'ObjectExpression', { properties: [spread(object)] }, 1],
  ['{ ...a }', 'ObjectExpression', { properties: [spread(name('a'))] }, 0],
  ['[...[a], ...([b] as const)]', 'ArrayExpression', { elements: [spread(array), spread(constant)] }, 2],
  ['[[a], , ...a]', 'ArrayExpression', { elements: [array, null, spread(name('a'))] }, 0],
  ['f(...[a, b])', 'CallExpression', { arguments: [spread(array)] }, 1],
  ['new F(a, ...b)', 'NewExpression', { arguments: [name('a'), spread(name('b'))] }, 0],
] as const)('the rule for plain literals: %s', (_, type, node, expected) => {
  const found: string[] = []
  const visitor = plugin.rules['plain-literals'].create({ report: ({ message }) => found.push(message) })
  visitor[type]({ type, ...node } as never)
  expect(found).toHaveLength(expected)
})
