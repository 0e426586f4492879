import { AppError } from '../../shared/errors.ts'

/**
 * Reads the address of a service as a person types it. Throws `invalid` with the reason: the secret goes to this address, so
 * it must be https, or http to this very computer.
 */
export function parseBaseUrl(text: string): URL {
  const typed = text.trim()
  if (!URL.canParse(typed)) throw refused('is not a web address: it should look like https://api.example.com')
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('must begin with https://')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('must begin with https://: over http the secret could be read on its way')
  }
  if (url.username !== '' || url.password !== '') throw refused('must not carry a user name or password')
  // An empty query or fragment leaves no trace in `search` and `hash`.
  if (url.href.includes('?') || url.href.includes('#')) throw refused('must end with the path: no "?" and no "#"')
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

const refused = (reason: string): AppError => new AppError('invalid', `The address of the service ${reason}`)

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
