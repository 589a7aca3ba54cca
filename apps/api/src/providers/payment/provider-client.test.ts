import { expect, test } from 'vitest'
import { safePage } from './provider-client.ts'

test('a page without TLS is one to send people to where the API on the same host has none either', () => {
  const page = 'http://localhost:8093/portal'
  expect(safePage('STRIPE', page, 'http://localhost:8093')).toBe(page)
  for (const apiUrl of ['https://localhost:8093', 'http://elsewhere.example', undefined])
    expect(() => safePage('STRIPE', page, apiUrl)).toThrow('not one to send people to')
})
