import { app, session } from 'electron'
import { appOrigin, splitAppUrl } from './protocol.ts'

/**
 * Denies what no window of ours needs: permissions, other pages, webviews, windows that a page makes. A link of ours to
 * a page of ours in another window is handed over: we make that window.
 */
export function guardContents(openOwnPage: (url: string) => void): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
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

/** Whether a page was served by this app. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && splitAppUrl(url).origin === appOrigin
}
