import type { PageSession } from './page-session.ts'

/** A browser may read the data some time after the click. */
const releaseMs = 60_000

/** Makes links to `/reports/ID` work: a link of the browser cannot send the session token, so the file is fetched and then saved. */
export function saveReportsOnClick(session: Pick<PageSession, 'fetch'>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
    const path = link?.getAttribute('href')
    if (!path?.startsWith('/reports/')) return
    event.preventDefault()
    saveReport(session, path).catch(() => alert('The report could not be downloaded. Try again.'))
  })
}

async function saveReport(session: Pick<PageSession, 'fetch'>, path: string): Promise<void> {
  const response = await session.fetch(path)
  if (!response.ok) throw new TypeError(`The host responded with ${response.status}`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'report'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), releaseMs)
}
