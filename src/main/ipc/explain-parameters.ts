import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * Says which parameter of a request is wrong and what the contract expects, such as
 * `keepIn: expected one of "keychain"|"memory"`. Never repeats a value, which may be a secret.
 */
export function explainParameters({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue === undefined) return 'not as the contract has them'
  const path = issue.path.map(String).join('.').slice(0, 100)
  return path === '' ? explain(issue) : `${path}: ${explain(issue)}`
}

function explain(issue: Issue): string {
  // A request without parameters has the schema `void`.
  if (issue.code === 'invalid_type' && issue.expected === 'void') return 'expected no parameters'
  if (issue.code === 'unrecognized_keys') return `unknown ${issue.keys.filter(isName).join(', ') || 'names'}`
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return [...new Set(issue.errors.flatMap(([first]) => (first === undefined ? [] : [explain(first)])))].join(', or ')
  // Zod's own message names types, limits and patterns, and no value.
  return issue.message.replace(/^(Invalid input|Invalid option|Too (big|small)): /, '')
}

/** Keys come from the sender as well: only what looks like the name of a parameter is repeated. */
const isName = (key: string): boolean => /^[a-z][A-Za-z]{0,29}$/.test(key)
