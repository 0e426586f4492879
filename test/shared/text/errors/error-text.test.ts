import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { inLanguage } from '#shared/language.ts'
import { errorText, removalText } from '#shared/text/errors/error-text.ts'

const path = '/data/cache.sqlite'

test('a reason is written with its values, in the language of the reader', () => {
  const newer = new AppError('internal', { is: 'newer-version', path, version: 2, known: 1 })
  expect(errorText(newer)).toBe(
    '/data/cache.sqlite was written by a newer version of Tidemark (2; this one knows 1). Nothing was changed. Install the newer version again.',
  )
  expect(inLanguage('ru', () => errorText(newer))).toMatch(/^\S.*[а-я].*2.*1/)
  expect(errorText(new AppError('internal', { is: 'not-a-file', path, found: 'folder' }))).toBe(
    'Tidemark cannot use /data/cache.sqlite: it is a folder.',
  )
  expect(errorText(new AppError('invalid', { is: 'disk-full', path: '/data' }))).toBe(
    'The disk that holds /data is full. Free some space and try again.',
  )
  expect(errorText(new AppError('internal', { is: 'column', column: 'units', lacks: 'decimal' }))).toBe(
    'The stored column "units" does not contain a decimal number.',
  )
})

test('an error with a text of its own keeps it', () => {
  expect(errorText(new AppError('invalid', 'A folder is needed.'))).toBe('A folder is needed.')
  const inBoth = new AppError('internal', () => removalText('EROFS'))
  expect(inLanguage('ru', () => errorText(inBoth))).not.toBe(errorText(inBoth))
})

test('a refusal of the system to remove a file says why, or names its code', () => {
  expect(['EACCES', 'EXDEV', ''].map(removalText)).toEqual([
    'this user may not delete it',
    'the system refused (EXDEV)',
    'the system refused',
  ])
})
