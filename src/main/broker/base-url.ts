import { AppError } from '../../shared/errors.ts'

/**
 * Reads the address of a service as the user types it. Throws `invalid` with the reason: the secret goes to this address, so
 * it must be https, or http to this computer (loopback).
 */
export function parseBaseUrl(text: string): URL {
  const typed = text.trim()
  if (!URL.canParse(typed)) throw refused('is not a web address: it should look like https://api.example.com')
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('must begin with https://')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('must begin with https://: over http others could read the secret')
  }
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name or password')
  // `search` and `hash` do not show an empty query or fragment.
  if (url.href.includes('?') || url.href.includes('#')) throw refused('must end with the path: no "?" and no "#"')
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

const refused = (reason: string): AppError => new AppError('invalid', `The address of the service ${reason}`)

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
