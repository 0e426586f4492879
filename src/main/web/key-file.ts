import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { AppError } from '../../shared/errors.ts'
import { createRandomKey } from './access.ts'

/**
 * The key for scripts, from a file that only its owner can read; a missing file is created with a new key. Throws
 * AppError `invalid` when the file is open to others, contains no key, or cannot be read or created.
 */
export function readKeyFile(path: string): string {
  try {
    const key = createRandomKey()
    // Exclusive: an existing file, or a link in its place, is never overwritten.
    writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600 })
    return key
  } catch (cause) {
    if (!isExisting(cause)) throw new AppError('invalid', `The key file ${path} cannot be created`, { cause })
  }
  const key = readExisting(path)
  if (!/^[\w-]{32,}$/.test(key))
    throw new AppError('invalid', `The key file ${path} contains no key. Name a new file, and Tidemark creates it`)
  return key
}

function readExisting(path: string): string {
  let mode: number
  let key: string
  try {
    mode = statSync(path).mode
    key = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('invalid', `The key file ${path} cannot be read`, { cause })
  }
  // Windows has no such modes: there the folder of the user protects the file.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new AppError('invalid', `Other users can read the key file ${path}. Run: chmod 600 ${path}`)
  return key
}

const isExisting = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'
