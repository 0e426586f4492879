import { AppError } from '../../shared/errors.ts'

/** An AppError with the reason and what to do, for known error codes of the file system; any other error unchanged. */
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
      return new AppError('invalid', `Cannot write to ${folder}. Check that the folder exists and its permissions.`)
    case 'EIO':
      return new AppError('invalid', `The disk that holds ${folder} reported an error. Check the disk.`)
    default:
      return error
  }
}
