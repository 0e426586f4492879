import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { findAccessibilityFaults } from '../rig/browser.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { openByAddress } from '../rig/open-screen.ts'

const app = useApp()

/** Opens a screen on which nothing changes by itself. */
async function openQuietScreen(): Promise<Page> {
  const { page } = await app.open({ viewport: { width: 1280, height: 900 } })
  await page.getByText(/^(live|market closed)/).waitFor()
  await openByAddress(page, 'connect')
  return page
}

test('text that is cut off and a page that scrolls sideways are reported', async () => {
  const page = await openQuietScreen()
  await page.evaluate(() => {
    const box = document.createElement('p')
    box.style.cssText = 'inline-size: 60px; overflow: hidden; white-space: nowrap'
    box.textContent = 'A sentence that is far too long for its box'
    document.querySelector('.content')?.append(box)
  })
  expect(await findLayoutFaults(page)).toEqual([expect.stringMatching(/^cut off by \d+ px: p “A sentence/)])
  await page.locator('.content > p').evaluate((box) => (box.style.textOverflow = 'ellipsis'))
  expect(await findLayoutFaults(page)).toEqual([])
  await page.locator('.content > p').evaluate((box) => (box.style.inlineSize = '5000px'))
  expect(await findLayoutFaults(page)).toContainEqual(expect.stringContaining('MAIN is'))
  await page.locator('.content > p').evaluate((box) => (box.style.inlineSize = '60px'))
  await page.locator('.content > p').evaluate((box) => (box.innerHTML = '<data>1,234,567.89 RUB</data>'))
  expect(await findLayoutFaults(page)).toEqual([expect.stringMatching(/^cut off by \d+ px: data “1,234,567.89 RUB”/)])
  await page.locator('.content > p').evaluate((box) => {
    box.innerHTML = '<div><table role="grid" aria-label="Sums"></table></div>'
    const table = box.querySelector('table')
    if (table !== null) table.style.inlineSize = '90px'
  })
  expect(await findLayoutFaults(page)).toEqual(['Sums scrolls sideways by 30 px'])
})

test('a field in which a search could not be read is reported', async () => {
  const page = await openQuietScreen()
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('input'), { type: 'search', ariaLabel: 'Filter' })
    field.style.cssText = 'inline-size: 40px; box-sizing: content-box; padding: 0'
    document.querySelector('.content')?.append(field)
  })
  expect(await findLayoutFaults(page)).toEqual(['the field “Filter” is 40 px wide'])
})

test('a button without a name and a text of low contrast are reported', async () => {
  const page = await openQuietScreen()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.evaluate(() => {
    const [button, faint] = [document.createElement('button'), document.createElement('p')]
    faint.style.color = '#ddd'
    faint.textContent = 'Hardly readable'
    const box = document.createElement('div')
    box.append(button, faint)
    document.querySelector('.content')?.prepend(box)
  })
  const faults = await findAccessibilityFaults(page)
  expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(['button-name', 'color-contrast'])
})
