// An oxlint plugin with one rule: only `clock.ts` sets timers and reads the time.

/** @typedef {{ type: string, name?: string, object?: Node, property?: Node, callee?: Node, arguments?: Node[], source?: { value: string } }} Node */

const timers = ['setTimeout', 'setInterval']
const timer = 'Only clock.ts sets timers; use a Clock: see .dependency-cruiser.cjs'
const time = 'Only clock.ts reads the time; use a Clock: see .dependency-cruiser.cjs'

/** `Date.now` of a node that is such a member, otherwise its name. @param {Node} node @returns {string} */
const nameOf = ({ name = '', object, property }) =>
  object && property ? `${nameOf(object)}.${nameOf(property)}` : name

/** @param {{ report: (found: { node: Node, message: string }) => void }} context */
const create = (context) => ({
  /** @param {Required<Node>} node */
  CallExpression(node) {
    const called = nameOf(node.callee)
    if (timers.includes(called.replace('globalThis.', ''))) context.report({ node, message: timer })
    if (called === 'Date.now') context.report({ node, message: time })
  },
  /** @param {Required<Node>} node */
  NewExpression(node) {
    if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) context.report({ node, message: time })
  },
  /** @param {Required<Node>} node */
  ImportDeclaration(node) {
    if (node.source.value === 'node:timers/promises') context.report({ node, message: timer })
  },
})

export default { meta: { name: 'tidemark' }, rules: { clock: { create } } }
