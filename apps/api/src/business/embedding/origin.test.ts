import { expect, test } from 'vitest'
import { parseOrigin } from './origin.ts'

test.each([
  ['https://Portal.Example.com/', 'https://portal.example.com'],
  ['https://portal.example.com:443', 'https://portal.example.com'],
  [' https://portal.example.com:8443 ', 'https://portal.example.com:8443'],
  ['https://zürich.example', 'https://xn--zrich-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://shop.localhost:3000', 'http://shop.localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://my_portal.example.com', 'https://my_portal.example.com'],
])('%s is the website %s', (given, origin) => {
  expect(parseOrigin(given)).toBe(origin)
})

test.each([
  'http://portal.example.com',
  'http://localhost.example.com',
  'https://portal.example.com/sign',
  'https://portal.example.com?a=1',
  'https://portal.example.com#top',
  'https://user@portal.example.com',
  'https://portal.example.com.',
  'https://portal..example.com',
  'https://port!al.example.com',
  'http://[::1]:3000',
  'https://[2001:db8::1]',
  'https://*.example.com',
  'https://*',
  '*',
  'null',
  'portal.example.com',
  'ftp://portal.example.com',
  'data:text/html,hi',
  'blob:https://portal.example.com',
  "https://a.example;script-src'unsafe-inline'",
  'https://a.example;script-src',
  'https://a.example,https://b.example',
  'https://a.example https://b.example',
  'https://',
  '',
])('“%s” is refused', (given) => {
  expect(parseOrigin(given)).toBeNull()
})
