// Takes pictures of every screen into docs/screens/<look or state>/<screen>.jpeg: with data in every look, and in the states without
// figures in one look. Run by `npm run screens -- [--only overview,orders] [--looks light,ru] [--states full,broken] [--out FOLDER] [--png]`.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startChromium } from '../../test/e2e/rig/browser.ts'
import { startApp } from './app.ts'
import { fillApp, waitForPhase, waitUntilRead } from './fill.ts'
import { writeIndexPage } from './index-page.ts'
import { looks, plainLook } from './looks.ts'
import { takeAll, type Album } from './session.ts'
import { erasureShot, fullShots, lockShot, plainShots } from './shots.ts'
import { takeInEachLook, takeLooks } from './take-looks.ts'

const withoutFigures = ['empty', 'waiting', 'broken'] as const
const states = ['full', 'offline', ...withoutFigures]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    looks: { type: 'string', default: looks.map(({ name }) => name).join() },
    states: { type: 'string', default: states.join() },
    out: { type: 'string', default: resolve(import.meta.dirname, '../../docs/screens') },
    png: { type: 'boolean', default: false },
  },
})
const chosenLooks = looks.filter(({ name }) => values.looks.split(',').includes(name))
const chosenStates = values.states.split(',')
const startedAt = performance.now()
const tell = (text: string): void =>
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`)

const browser = await startChromium()
const only = values.only.split(',').filter((name) => name !== '')
const names = [...fullShots, lockShot, erasureShot].map(({ name }) => name)
for (const name of only) if (!names.includes(name)) throw new Error(`No picture ${name}: ${names.join(', ')}`)
const album: Album = { browser, folder: values.out, format: values.png ? 'png' : 'jpeg', only, problems: [] }
await mkdir(album.folder, { recursive: true })
const full = chosenStates.some((name) => name === 'full' || name === 'offline') ? await startApp('full') : null
try {
  if (full) await fillApp(full)
  for (const state of withoutFigures.filter((name) => chosenStates.includes(name))) {
    const app = await startApp(state)
    try {
      if (state === 'broken') await waitForPhase(app, 'trouble')
      for (const look of plainLook) await takeAll(album, app, look, state, plainShots)
    } finally {
      await app.stop()
    }
    tell(state)
  }
  if (full) {
    await waitUntilRead(full)
    tell('history, events and a report are read')
    if (chosenStates.includes('full')) await takeLooks(album, full, chosenLooks, fullShots, tell)
    if (chosenStates.includes('offline')) {
      await full.broker.faults.goDown()
      await waitForPhase(full, 'offline')
      for (const { settings } of plainLook) await full.host.call('settings.write', settings)
      for (const look of plainLook) await takeAll(album, full, look, 'offline', plainShots)
      tell('offline')
    }
    if (chosenStates.includes('full')) {
      const { host } = full
      const pin = '2580'
      await host.call('lock.setPin', { pin, current: null })
      await takeInEachLook(album, full, chosenLooks, lockShot, {
        before: () => host.call('lock.lock'),
        after: () => host.call('lock.unlock', { pin }),
      })
      const { profile } = await host.call('connection.read')
      await host.call('data.deleteProfile', { id: profile.id, name: profile.baseUrl ?? '' })
      const nothing = (): Promise<void> => Promise.resolve()
      await takeInEachLook(album, full, chosenLooks, erasureShot, { before: nothing, after: nothing })
    }
  }
} finally {
  await full?.stop()
  await browser.close()
}
await writeIndexPage(album.folder, [...looks.map(({ name }) => name), ...states])
tell(`done: ${album.folder}/index.html`)
for (const problem of album.problems) console.error(problem)
if (album.problems.length > 0) process.exitCode = 1
