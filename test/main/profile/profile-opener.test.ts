import { expect, test } from 'vitest'
import { ProfileOpener } from '#main/profile/profile-opener.ts'
import { AppError } from '#shared/errors.ts'
import type { Profile } from '#shared/model/app/connection.ts'

const demo: Profile = { id: 'demo', kind: 'demo', baseUrl: null }
const mine: Profile = { id: 'mine', kind: 'service', baseUrl: 'https://mine.example' }
const other: Profile = { id: 'other', kind: 'service', baseUrl: 'https://other.example' }

/** An opener of profiles. The `broken` profiles cannot be opened. */
function start(broken: readonly Profile[], remembers = (): void => undefined) {
  const notified: string[] = []
  const remembered: string[] = []
  const faults: unknown[] = []
  const opener = new ProfileOpener<string>({
    profiles: {
      list: () => [demo, mine, other],
      rememberOpen(profile) {
        remembers()
        remembered.push(profile.id)
      },
    },
    async open(profile) {
      if (broken.includes(profile)) throw new AppError('internal', `The journal of ${profile.id} cannot be opened.`)
      return profile.id
    },
    notify: (message) => notified.push(message),
    logFault: (_, error) => faults.push(error),
  })
  return { opener, notified, remembered, faults }
}

test('a profile that cannot be opened at the start is replaced by the demo, with the reason', async () => {
  const { opener, notified, remembered } = start([mine])
  expect(await opener.openFirst(mine)).toBe('demo')
  expect(notified).toEqual(['https://mine.example: The journal of mine cannot be opened. Open now: Demo broker.'])
  // The next start tries the failed profile again.
  expect(remembered).toEqual([])
})

test('a service is opened even if the demo cannot be opened', async () => {
  expect(await start([demo]).opener.openFirst(demo)).toBe('mine')
})

test('when no profile can be opened, the error is that of the chosen one', async () => {
  await expect(start([demo, mine, other]).opener.openFirst(mine)).rejects.toThrow('journal of mine')
})

test('a profile is opened even on a full disk', async () => {
  const full = (): never => {
    throw new Error('no space')
  }
  const { opener, faults } = start([], full)
  expect(await opener.openFirst(mine)).toBe('mine')
  expect(faults).toHaveLength(1)
})
