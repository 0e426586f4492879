import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyIdOf, newDataKey } from '#main/sealing/data-key.ts'
import { readRecoveryCode, recoveryCodeOf, recoveryFileOf } from '#main/sealing/recovery-code.ts'

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new Uint8Array(bytes))

test('every key is read from its code and from its file', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      const code = recoveryCodeOf(key)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){13}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readRecoveryCode(code)).toEqual(key)
      expect(readRecoveryCode(recoveryFileOf('https://broker.example', keyIdOf(key), code))).toEqual(key)
    }),
  )
})

test('a code is read as users write it: small letters, spaces, O for 0, I and L for 1', () => {
  const key = new Uint8Array(32).fill(8)
  const code = recoveryCodeOf(key)
  expect(code).toMatch(/[01]/)
  expect(
    readRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`),
  ).toEqual(key)
})

test('a wrong, a missing and a foreign character have different messages', () => {
  const code = recoveryCodeOf(newDataKey())
  const wrongCode = (code.startsWith('7') ? '8' : '7') + code.slice(1)
  expect(() => readRecoveryCode(wrongCode)).toThrow('A character of this recovery code is wrong')
  expect(() => readRecoveryCode(code.slice(1))).toThrow('has 56 characters; this one has 55')
  expect(() => readRecoveryCode(`U${code.slice(1)}`)).toThrow('characters that codes never contain')
  expect(() => readRecoveryCode('')).toThrow('this one has 0')
})

test('any single wrong character is detected', () => {
  const code = recoveryCodeOf(newDataKey()).replaceAll('-', '')
  fc.assert(
    fc.property(fc.nat(55), fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), (at, character) => {
      fc.pre(code[at] !== character)
      expect(() => readRecoveryCode(code.slice(0, at) + character + code.slice(at + 1))).toThrow()
    }),
    { numRuns: 300 },
  )
})

test('the id of a key contains no part of the key and differs between keys', () => {
  const [first, second] = [newDataKey(), newDataKey()]
  expect(keyIdOf(first)).toMatch(/^[0-9a-f]{16}$/)
  expect(keyIdOf(first)).not.toBe(keyIdOf(second))
  expect(Buffer.from(first).toString('hex')).not.toContain(keyIdOf(first))
})
