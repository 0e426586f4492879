type Message = () => string

const isMessage = (value: unknown): value is Message => typeof value === 'function'

/** `T` with a text in place of each message. */
type Texts<T> = T extends Message ? string : T extends object ? { readonly [K in keyof T]: Texts<T[K]> } : T

/**
 * A table of texts for a constant that stays in use after a change of language. Each message in it, at any depth, is read
 * as text in the current language.
 */
export function texts<const T extends object>(table: T): Texts<T> {
  const result: object = Array.isArray(table) ? [] : {}
  for (const [key, value] of Object.entries(table))
    Object.defineProperty(result, key, { enumerable: true, ...readable(value) })
  return result as Texts<T>
}

function readable(value: unknown): PropertyDescriptor {
  if (isMessage(value)) return { get: () => value() }
  return { value: typeof value === 'object' && value !== null ? texts(value) : value }
}
