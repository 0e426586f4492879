import { test } from 'vitest'
import { expectReplaced, objects, useFilledProfile } from './damaged-cache.ts'

const profile = useFilledProfile()

test.each(objects)('a damaged %s is replaced while the app is used, and the journal is kept', (name) =>
  expectReplaced(profile, name),
)
