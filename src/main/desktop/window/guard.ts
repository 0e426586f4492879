import { app, session } from 'electron'
import { appOrigin, splitAppUrl } from './protocol.ts'

/**
 * Denies everything that windows do not need: all permissions except copying, navigation to other pages, webviews, and
 * windows opened by a page. A link of the app's own page to another own page opens through `openOwnPage`.
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
      // After this handler has returned: it must not create a window itself.
      if (isOwnPage(contents.getURL()) && isOwnPage(url)) setImmediate(() => openOwnPage(url))
      return { action: 'deny' }
    })
  })
}

/** The app's own pages may write text to the clipboard on a user action; no page may read it. */
const mayUse = (permission: string, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isOwnPage(url)

/** Whether a page was served by this app. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && splitAppUrl(url).origin === appOrigin
}
