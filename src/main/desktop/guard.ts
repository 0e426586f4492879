import { app, session } from 'electron'
import { appOrigin, splitAppUrl } from './protocol.ts'

/** Denies what no window of ours needs: permissions, other pages, new windows, webviews. */
export function guardContents(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Whether a page was served by this app. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && splitAppUrl(url).origin === appOrigin
}
