import type { RunningApp } from './app.ts'
import type { Look } from './looks.ts'
import { takeAll, type Album } from './session.ts'
import type { Shot } from './shots.ts'

/** Takes the pictures of several looks. Two looks with the same settings run in parallel; settings apply to all windows. */
export async function takeLooks(
  album: Album,
  app: RunningApp,
  looks: readonly Look[],
  shots: readonly Shot[],
  tell: (text: string) => void,
): Promise<void> {
  for (const same of Map.groupBy(looks, ({ settings }) => JSON.stringify(settings)).values()) {
    const [first] = same
    if (first === undefined) continue
    await app.host.call('settings.write', first.settings)
    const waiting = [...same]
    const takeNext = async (): Promise<void> => {
      for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) {
        await takeAll(album, app, look, look.name, shots)
        tell(look.name)
      }
    }
    await Promise.all([takeNext(), takeNext()])
  }
}

/** Takes one picture in each look, in sequence. `before` brings the app into the state, `after` ends the state. */
export async function takeInEachLook(
  album: Album,
  app: RunningApp,
  looks: readonly Look[],
  shot: Shot,
  { before, after }: Readonly<Record<'before' | 'after', () => Promise<unknown>>>,
): Promise<void> {
  for (const look of looks) {
    await app.host.call('settings.write', look.settings)
    await before()
    await takeAll(album, app, look, look.name, [shot])
    await after()
  }
}
