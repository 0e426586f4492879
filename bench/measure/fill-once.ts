import { cpSync, existsSync } from 'node:fs'

/**
 * Fills a folder, or copies there what an earlier run filled and left in the folder `kept`. A million rows take longer to fill
 * than to measure. Returns whether it copied.
 */
export async function fillOnce(folder: string, kept: string | undefined, fill: () => Promise<void>): Promise<boolean> {
  if (kept !== undefined && existsSync(kept)) {
    cpSync(kept, folder, { recursive: true })
    return true
  }
  await fill()
  if (kept !== undefined) cpSync(folder, kept, { recursive: true })
  return false
}
