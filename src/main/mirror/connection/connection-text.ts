import { AppError } from '../../../shared/errors.ts'

/** Parameters by the names that libpq gives them. */
export type Parameters = Readonly<Record<string, string>>

const known: ReadonlySet<string> = new Set([
  ...['host', 'hostaddr', 'port', 'dbname', 'user', 'passfile', 'service', 'servicefile', 'application_name'],
  ...['connect_timeout', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslcrl', 'options', 'client_encoding'],
])

/**
 * Reads a connection text: a URI (`postgresql://user@host:port/database?sslmode=verify-full`) or pairs
 * (`host=… dbname=…`), as in section 34.1.1 of PostgreSQL's documentation. A password in it is refused. Throws `invalid`;
 * the message never repeats the text.
 */
export function readConnectionText(text: string): Parameters {
  const parameters = /^postgres(ql)?:\/\//.test(text) ? readUri(text) : readPairs(text)
  if (parameters['password'] !== undefined)
    throw new AppError(
      'invalid',
      'The connection must not contain a password. Put it into the password file of libpq (~/.pgpass, or the file that PGPASSFILE names).',
    )
  const stranger = Object.keys(parameters).find((name) => !known.has(name))
  if (stranger !== undefined)
    throw new AppError('invalid', `The connection has a parameter that is not known: ${stranger}.`)
  return parameters
}

const unreadable = (): AppError =>
  new AppError('invalid', 'The connection cannot be read. Write it as postgresql://user@host:port/database.')

function readUri(text: string): Record<string, string> {
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(text) ?? []
  const [, user, password, host = '', port] =
    /^(?:([^:@]*)(?::([^@]*))?@)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? fail()
  if (host.includes(',')) throw new AppError('invalid', 'The connection names several hosts. Name one.')
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
