// An oxlint plugin with two rules: only `clock.ts` sets timers and reads the time, and literals are plain.

/** @typedef {{ type: string, name?: string, object?: Node, property?: Node, callee?: Node, arguments?: Node[], source?: { value: string }, argument?: Node,
 * expression?: Node, elements?: (Node | null)[], properties?: Node[] }} Node */

const timers = ['setTimeout', 'setInterval']
const timer = 'Only clock.ts sets timers; use a Clock: see .dependency-cruiser.cjs'
const time = 'Only clock.ts reads the time; use a Clock: see .dependency-cruiser.cjs'

/** `Date.now` of a node that is such a member, otherwise its name. @param {Node} node @returns {string} */
const nameOf = ({ name = '', object, property }) =>
  object && property ? `${nameOf(object)}.${nameOf(property)}` : name

/** @typedef {{ report: (found: { node: Node, message: string }) => void }} Context */

/** @param {Context} context */
const clock = (context) => ({
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

const plain = 'Write its parts without the spread: a spread of a literal switches off the check of excess properties'

/** The literal below `as const`. @param {Node | undefined} node @returns {Node | undefined} */
const literal = (node) => (node?.type === 'TSAsExpression' ? literal(node.expression) : node)

/** @param {Context} context */
const plainLiterals = (context) => {
  /** Reports the spreads of a literal of `type` among `nodes`. @param {string} type @param {(Node | null)[]} nodes */
  const check = (type, nodes) => {
    for (const node of nodes)
      if (node?.type === 'SpreadElement' && literal(node.argument)?.type === type)
        context.report({ node, message: plain })
  }
  /** @param {Required<Node>} node */
  const checkArguments = (node) => check('ArrayExpression', node.arguments)
  return {
    /** @param {Required<Node>} node */
    ObjectExpression: (node) => check('ObjectExpression', node.properties),
    /** @param {Required<Node>} node */
    ArrayExpression: (node) => check('ArrayExpression', node.elements),
    CallExpression: checkArguments,
    NewExpression: checkArguments,
  }
}

export default {
  meta: { name: 'tidemark' },
  rules: { clock: { create: clock }, 'plain-literals': { create: plainLiterals } },
}
