import { AppError } from '../../../shared/errors.ts'

/**
 * The address in `app-update.yml`, which electron-builder writes into a package. Throws AppError `invalid` unless it is https:
 * then no request is sent.
 */
export function readFeedUrl(config: string): URL {
  const text = /^url:\s*['"]?([^'"\s]+)/m.exec(config)?.[1] ?? ''
  const url = URL.canParse(text) ? new URL(text.replace(/\/*$/, '/')) : null
  if (url?.protocol !== 'https:')
    throw new AppError('invalid', 'Updates are off: this package has no update address that begins with https.')
  return url
}
