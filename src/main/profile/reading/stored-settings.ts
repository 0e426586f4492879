import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The settings of this computer as the app stored them, unchecked. Where the file cannot be read nobody knows whether amounts
 * are hidden: they are.
 */
export function readStoredSettings(dataDir: string): Readonly<Record<string, unknown>> {
  const path = join(dataDir, 'settings.json')
  if (!existsSync(path)) return {}
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Answered below.
  }
  return { hideAmounts: true }
}
