import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/**
 * Parses the address of a service as the user typed it. Throws `invalid` with the reason: the secret goes to this
 * address, so it must be https, or http to this computer (loopback).
 */
export function parseBaseUrl(text: string): URL {
  const typed = text.trim()
  if (!URL.canParse(typed)) throw refused(m.errors_is_not_a_web_address_it_should())
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(m.errors_must_begin_with_https())
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(m.errors_must_begin_with_https_over_http_others())
  }
  if (url.username !== '' || url.password !== '') throw refused(m.errors_address_with_user())
  // `search` and `hash` do not show an empty query or fragment.
  if (url.href.includes('?') || url.href.includes('#')) throw refused(m.errors_address_with_query())
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

const refused = (reason: string): AppError =>
  new AppError('invalid', () => m.errors_the_address_of_the_service_reason({ reason }))

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
