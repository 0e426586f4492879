import { expect, test } from 'vitest'
import { parseBaseUrl } from '#main/broker/base-url.ts'
import { AppError } from '#shared/errors.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com/'],
  ['  https://api.example.com/  ', 'https://api.example.com/'],
  ['https://api.example.com:8443/broker/', 'https://api.example.com:8443/broker'],
  ['http://localhost:3000', 'http://localhost:3000/'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['http://127.8.9.1', 'http://127.8.9.1/'],
  ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
  ['http://0x7f.1:80', 'http://127.0.0.1/'],
])('%s is accepted as a base URL', (typed, read) => {
  expect(parseBaseUrl(typed).href).toBe(read)
})

test.each([
  ['', 'web address'],
  ['api.example.com', 'web address'],
  ['http://api.example.com', 'https://'],
  ['http://127.0.0.1.example.com', 'https://'],
  ['http://localhost.example.com', 'https://'],
  ['http://10.0.0.1', 'https://'],
  ['http://[::2]', 'https://'],
  ['http://0.0.0.0', 'https://'],
  ['ftp://api.example.com', 'https://'],
  ['file:///etc/passwd', 'https://'],
  ['javascript:alert(1)', 'https://'],
  ['https://me@api.example.com', 'user name'],
  ['https://me:hidden-word@api.example.com', 'user name'],
  ['https://api.example.com/?key=1', '"?"'],
  ['https://api.example.com/?', '"?"'],
  ['https://api.example.com/#top', '"#"'],
])('"%s" is rejected with a reason', (typed, reason) => {
  expect(() => parseBaseUrl(typed)).toThrow(AppError)
  expect(() => parseBaseUrl(typed)).toThrow(
    expect.objectContaining({ code: 'invalid', message: expect.stringContaining(reason) }),
  )
  expect(() => parseBaseUrl(typed)).not.toThrow(/hidden-word/)
})
