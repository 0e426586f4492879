import { EventEmitter } from 'node:events'
import type { Menu } from 'electron'
import { expect, test } from 'vitest'
import { ShownMenu } from '#main/desktop/tray/shown-menu.ts'
import { minuteMs } from '#shared/durations.ts'
import { FakeClock } from '../../../fakes/clock.ts'

function startTray() {
  const clock = new FakeClock()
  const set: string[] = []
  const menus = new Map<string, EventEmitter>()
  const shown = new ShownMenu(clock, (menu) => set.push((menu as unknown as { readonly name: string }).name))
  const show = (name: string, isUrgent = false): void =>
    shown.show(
      name,
      () => {
        const menu = Object.assign(new EventEmitter(), { name })
        menus.set(name, menu)
        return menu as unknown as Menu
      },
      isUrgent,
    )
  return { clock, set, show, menu: (name: string) => menus.get(name)! }
}

test('a menu with the same content is not set again', () => {
  const { set, show } = startTray()
  for (const name of ['a', 'a', 'b', 'b']) show(name)
  expect(set).toEqual(['a', 'b'])
})

test('an open menu stays, and the newest replaces it after it was closed', () => {
  const { set, show, menu } = startTray()
  show('a')
  menu('a').emit('menu-will-show')
  show('b')
  show('c')
  expect(set).toEqual(['a'])
  menu('a').emit('menu-will-close')
  show('c')
  expect(set).toEqual(['a', 'c'])
})

test('a menu whose closing is not reported is replaced after a minute; an urgent one replaces it at once', async () => {
  const { clock, set, show, menu } = startTray()
  show('a')
  menu('a').emit('menu-will-show')
  await clock.advance(minuteMs - 1)
  show('b')
  expect(set).toEqual(['a'])
  await clock.advance(1)
  show('b')
  expect(set).toEqual(['a', 'b'])
  menu('b').emit('menu-will-show')
  show('locked', true)
  expect(set).toEqual(['a', 'b', 'locked'])
})
