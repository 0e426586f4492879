import type { Page } from 'playwright'
import { expect } from 'vitest'
import { findAccessibilityFaults } from './browser.ts'
import { eventually } from './transactions-page.ts'

/** Opens the list of filters and waits until it has the focus; then opens the filter of a field, if one is given. */
export async function openFilters(page: Page, field?: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a filter' })
  await eventually(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  if (field !== undefined) await page.getByRole('button', { name: field, exact: true }).press('Enter')
}

/** Chooses another kind for the open transaction, in an accessible dialog. */
export async function chooseKind(page: Page, kind: string, scope: string): Promise<void> {
  const detail = page.getByRole('complementary', { name: 'Transaction' })
  await detail.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption(kind)
  await page.getByText(scope, { exact: true }).click()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Set kind' }).click()
  await detail.getByRole('status').getByText(kind).waitFor()
}
