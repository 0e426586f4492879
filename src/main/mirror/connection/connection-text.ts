import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/** Parameters by their libpq names. */
export type Parameters = Readonly<Record<string, string>>

const known: ReadonlySet<string> = new Set([
  'host',
  'hostaddr',
  'port',
  'dbname',
  'user',
  'passfile',
  'service',
  'servicefile',
  'application_name',
  'connect_timeout',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslcrl',
  'options',
  'client_encoding',
])

/**
 * Parses a connection text: a URI (`postgresql://user@host:port/database?sslmode=verify-full`) or pairs (`host=… dbname=…`),
 * see section 34.1.1 of PostgreSQL's documentation. A password in it is refused. Throws `invalid`; the message never contains
 * the text.
 */
export function readConnectionText(text: string): Parameters {
  const parameters = /^postgres(ql)?:\/\//.test(text) ? readUri(text) : readPairs(text)
  if (parameters['password'] !== undefined)
    throw new AppError('invalid', m.mirror_the_connection_must_not_contain_a_password)
  const stranger = Object.keys(parameters).find((name) => !known.has(name))
  if (stranger !== undefined)
    throw new AppError('invalid', () => m.mirror_the_connection_has_an_unknown_parameter({ name: stranger }))
  return parameters
}

const unreadable = (): AppError => new AppError('invalid', m.mirror_the_connection_cannot_be_read)

function readUri(text: string): Record<string, string> {
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(text) ?? []
  const [, user, password, host = '', port] =
    /^(?:([^:@]*)(?::([^@]*))?@)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? fail()
  if (host.includes(',')) throw new AppError('invalid', m.mirror_the_connection_names_several_hosts)
  const parts = { user, password, host: host.replace(/^\[|\]$/g, ''), port, dbname: path }
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(parts)) if (value !== undefined && value !== '') read[name] = decode(value)
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? fail()
    if (name !== undefined && value !== undefined) read[decode(name)] = decode(value)
  }
  return read
}

function readPairs(text: string): Record<string, string> {
  const read: Record<string, string> = {}
  const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?:\s+|$)/y
  while (pair.lastIndex < text.length) {
    const [, name, quoted, plain] = pair.exec(text) ?? fail()
    if (name !== undefined) read[name] = (quoted ?? plain ?? '').replace(/\\(.)/g, '$1')
  }
  return read
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable()
  }
}

function fail(): never {
  throw unreadable()
}
