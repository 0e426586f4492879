import { afterEach, expect, test } from 'vitest'
import { listButtons, pressWhenThere } from '#renderer/search/press-button.ts'
import { until } from '../../fakes/until.ts'

afterEach(() => document.body.replaceChildren())

test('the buttons of a screen do not include those of rows, lists, column headers and tabs', () => {
  document.body.innerHTML = `<main>
    <button>Export</button> <button aria-label="New list">+</button> <button>Export</button>
    <button disabled>Cannot</button> <button data-command="x">Everywhere</button>
    <table><tr><th><button>Sort</button></th></tr></table>
    <ul><li><button>Delete</button></li></ul> <div role="tablist"><button>Tab</button></div>
  </main>`
  expect(listButtons(document.querySelector('main')).map(({ title }) => title)).toEqual(['Export', 'New list'])
  expect(listButtons(null)).toEqual([])
})

test('a button is listed by its name for the palette, if it has one', () => {
  document.body.innerHTML = `<main><button data-palette-title="New alert for Apple Inc.…">New alert</button></main>`
  expect(listButtons(document.querySelector('main'))).toMatchObject([
    { title: 'New alert for Apple Inc.…', isAboutShown: true },
  ])
})

test('a command presses its button as soon as the button is on screen and enabled', async () => {
  document.body.innerHTML = '<main></main>'
  pressWhenThere('back-up')
  const button = document.createElement('button')
  let presses = 0
  button.onclick = () => (presses += 1)
  button.dataset['command'] = 'back-up'
  button.disabled = true
  document.querySelector('main')!.append(button)
  await new Promise((resolve) => setTimeout(resolve))
  expect(presses).toBe(0)
  button.disabled = false
  await until(
    () => presses,
    (count) => count === 1,
  )
  expect(document.activeElement).toBe(button)
})

test('a pressed button stays in view while the panels of its screen arrive, as long as it has the focus', async () => {
  document.body.innerHTML = '<main><button data-command="back-up">Back up</button></main>'
  const button = document.querySelector('button')!
  let scrolls = 0
  button.scrollIntoView = () => void (scrolls += 1)
  pressWhenThere('back-up')
  const arrive = async () => {
    document.querySelector('main')!.prepend(document.createElement('section'))
    await new Promise((resolve) => setTimeout(resolve))
  }
  await arrive()
  expect(scrolls).toBe(1)
  button.blur()
  await arrive()
  expect(scrolls).toBe(1)
})
