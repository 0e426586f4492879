import { afterEach, expect, test } from 'vitest'
import { watchProfile, type WatchedProfile } from '../../../fakes/watched-profile.ts'

let watched: WatchedProfile
afterEach(() => watched.close())

const choose = (requestShare: string): void => {
  watched.current().journal.settings.setAll({ requestShare })
  watched.events.publish('settings.changed')
}

test('the share of requests that the user chooses applies immediately, and after the next start', async () => {
  watched = await watchProfile()
  expect(watched.current().budget().limit).toBe(200)
  choose('fifth')
  expect(watched.current().budget().limit).toBe(40)
  await watched.restart()
  expect(watched.current().budget().limit).toBe(40)
  choose('half')
  expect(watched.current().budget().limit).toBe(100)
})
