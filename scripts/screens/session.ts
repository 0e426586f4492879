import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openPage } from '../../test/e2e/rig/browser.ts'
import { movedByMs, type RunningApp } from './app.ts'
import type { Look } from './looks.ts'
import { moveClock } from './moved-clock.mjs'
import { takePicture } from './picture.ts'
import type { Shot } from './shots.ts'

/** The folder of the pictures, and the failures so far. */
export interface Album {
  readonly browser: Browser
  readonly folder: string
  readonly format: 'jpeg' | 'png'
  /** Only screens of these names; all if it is empty. */
  readonly only: readonly string[]
  readonly problems: string[]
}

/** Takes the pictures of a look in separate windows. A failure is reported, and the other pictures are taken. */
export async function takeAll(
  album: Album,
  { host }: RunningApp,
  { window }: Look,
  folder: string,
  shots: readonly Shot[],
): Promise<void> {
  const wanted = shots.filter(({ name }) => album.only.length === 0 || album.only.includes(name))
  if (wanted.length === 0) return
  const context = await album.browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' },
    ...window,
  })
  await context.addInitScript(moveClock, movedByMs)
  const { page, faults } = await openPage(context, await host.issueUrl())
  await page.locator('main, h1').first().waitFor()
  for (const shot of wanted) {
    const path = join(album.folder, folder, `${shot.name}.${album.format}`)
    const problem = (text: string): unknown => album.problems.push(`${folder}/${shot.name}: ${text}`)
    const known = faults.length
    try {
      if (shot.window === undefined) await takePicture(page, shot, path)
      else {
        const own = await context.newPage()
        await own.setViewportSize(shot.window)
        await own.goto(`${host.origin}/#/${shot.address}`)
        await takePicture(own, shot, path)
        await own.close()
      }
    } catch (error) {
      problem(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
    for (const fault of faults.slice(known)) problem(fault)
  }
  await context.close()
}
