import { readFile } from 'node:fs/promises'
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

/** Exports all accounts in this format, in an accessible dialog, and returns the file as Latin-1 text. */
export async function exportAll(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transactions' })
  await dialog.getByLabel('Format').selectOption(format)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Export all accounts' }).click()
  const path = await dialog.locator('code').innerText({ timeout: 120_000 })
  return readFile(path, 'latin1')
}
