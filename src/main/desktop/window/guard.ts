import { app, session, type Session } from 'electron'
import type { Downloads } from './downloads.ts'
import { appOrigin, splitAppUrl } from './protocol.ts'

/**
 * Denies everything that windows do not need: all permissions except copying, requests to other places than the app itself,
 * downloads, WebRTC, navigation to other pages, webviews, and windows opened by a page. A link from an own page to another own
 * page is opened by `openOwnPage`.
 */
export function guardContents(openOwnPage: (url: string) => void, downloads: Downloads): void {
  guardSession(session.defaultSession, downloads)
  app.on('web-contents-created', (_event, contents) => {
    // WebRTC needs no permission, and would reveal the addresses of this computer.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-navigate', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // Runs after this handler has returned, because the handler must not create a window itself.
      if (isOwnPage(contents.getURL()) && isOwnPage(url)) setImmediate(() => openOwnPage(url))
      return { action: 'deny' }
    })
  })
}

function guardSession(windows: Session, downloads: Downloads): void {
  windows.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(mayUse(permission, requestingUrl)),
  )
  windows.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  windows.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayLoad(url) }))
  windows.on('will-download', (event, item) => {
    if (isOwnBlob(item.getURL())) downloads.add(item)
    else event.preventDefault()
  })
}

/**
 * Whether a window may load this URL: files of the app, and blobs of its own pages. The last case is for the developer tools.
 */
const mayLoad = (url: string): boolean =>
  isOwnPage(url) || isOwnBlob(url) || url.startsWith('data:') || url.startsWith('devtools:')

/** A file that one of the app's own pages made, for example an exported watchlist. */
const isOwnBlob = (url: string): boolean => url.startsWith('blob:') && isOwnPage(url.slice('blob:'.length))

/** The app's own pages may write text to the clipboard on a user action; no page may read it. */
const mayUse = (permission: string, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isOwnPage(url)

/** Whether a page was served by this app. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && splitAppUrl(url).origin === appOrigin
}
