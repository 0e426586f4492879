import type { z } from 'zod'

/** A response may have some unreadable fields; with more of them it is not the one that was asked for. */
const maxUnreadable = 20

/** An issue that says that one value cannot be read, which the schema may also accept as not stated. */
const isOfValue = ({ code, ...issue }: z.core.$ZodIssue): boolean =>
  code === 'custom' || (code === 'invalid_type' && 'expected' in issue && ['object', 'string'].includes(issue.expected))

/** The steps to a value in JSON. */
export type Path = readonly PropertyKey[]

/**
 * Parses a response without the values that cannot be read: each is treated as not stated, so that one of them does not lose
 * the others, and its path is passed to `note`. The result fails where the schema needs such a value, or where `mayLack` says
 * that it must not be left out.
 */
export function parseKnown<T>(
  schema: z.ZodType<T>,
  json: unknown,
  note: (path: Path) => void,
  mayLack: (path: Path) => boolean = () => true,
) {
  let parsed = schema.safeParse(json)
  if (parsed.success || parsed.error.issues.length > maxUnreadable) return parsed
  const known: unknown = structuredClone(json)
  const left: Path[] = []
  while (!parsed.success && left.length < maxUnreadable) {
    const [issue] = parsed.error.issues
    if (issue === undefined || !isOfValue(issue) || !mayLack(issue.path) || !leaveOut(known, issue.path)) return parsed
    left.push(issue.path)
    parsed = schema.safeParse(known)
  }
  if (parsed.success) left.forEach(note)
  return parsed
}

/** Replaces the value at a path by null; false where there is none to replace. */
function leaveOut(root: unknown, path: Path): boolean {
  const last = path.at(-1)
  const above = path.slice(0, -1)
  const holder = above.reduce<unknown>((value, step) => (Object(value) as Record<PropertyKey, unknown>)[step], root)
  if (last === undefined || typeof holder !== 'object' || holder === null) return false
  const fields = holder as Record<PropertyKey, unknown>
  if ((fields[last] ?? null) === null) return false
  fields[last] = null
  return true
}
