import { AppError } from '../../shared/errors.ts'

/** Why a file could not be written, and what to do, where the system's code tells; any other error as it came. */
export function explainWriteFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new AppError('invalid', `The disk that holds ${folder} is full. Free some space and try again.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return new AppError('invalid', `${folder} may not be written. Check that it is a folder and its permissions.`)
    case 'EIO':
      return new AppError('invalid', `The disk that holds ${folder} reported an error. Check the disk.`)
    default:
      return error
  }
}
