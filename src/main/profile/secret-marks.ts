import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretMarks } from '../secrets/secret-store.ts'

/** Remembers in the folder of each profile whether the user removed its secret. */
export function createSecretMarks(dataDir: string): SecretMarks {
  const folderOf = (profileId: string): string => join(dataDir, 'profiles', profileId)
  const pathOf = (profileId: string): string => join(folderOf(profileId), 'no-secret')
  return {
    isNone: (profileId) => existsSync(pathOf(profileId)),
    note(profileId, isNone) {
      try {
        if (!isNone) return rmSync(pathOf(profileId), { force: true })
        mkdirSync(folderOf(profileId), { recursive: true, mode: 0o700 })
        writeFileSync(pathOf(profileId), '', { mode: 0o600 })
      } catch {
        // On a full disk the next start cannot tell a removed secret from a locked keyring, and says so.
      }
    },
  }
}
