import { app, session } from 'electron'
import { appOrigin, splitAppUrl } from './protocol.ts'

/**
 * Denies what no window of ours needs: permissions but to copy, other pages, webviews, windows that a page makes. A link of ours to
 * a page of ours in another window is handed over: we make that window.
 */
export function guardContents(openOwnPage: (url: string) => void): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(mayUse(permission, requestingUrl)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // After this handler has answered: a window must not be made within it.
      if (isOwnPage(contents.getURL()) && isOwnPage(url)) setImmediate(() => openOwnPage(url))
      return { action: 'deny' }
    })
  })
}

/** A page of ours may put text on the clipboard when a person says so; reading it is nobody's business. */
const mayUse = (permission: string, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isOwnPage(url)

/** Whether a page was served by this app. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && splitAppUrl(url).origin === appOrigin
}
