import { domainToASCII, domainToUnicode } from 'node:url'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { asciiDomain, canonicalDomain, canonicalEmail, isSameMailbox } from './email.ts'
import { decodeLabel } from './punycode.ts'
import { Email } from './values.ts'

test.each([
  ['anna@bücher.ch', 'anna@bücher.ch'],
  ['anna@xn--bcher-kva.ch', 'anna@bücher.ch'],
  [' Anna@BU\u0308CHER.ch ', 'anna@bücher.ch'],
  ['anna@XN--BCHER-KVA.CH', 'anna@bücher.ch'],
  ['jose\u0301@example.org', 'josé@example.org'],
  ['anna@ｅxample。org', 'anna@example.org'],
  ['anna@straße.de', 'anna@straße.de'],
  ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@пример.рф'],
  ['eleni@xn--hxajbheg2az3al.xn--qxam', 'eleni@παράδειγμα.ελ'],
  ['anna@xn--vermgensberater-ctb.xn--vermgensberatung-pwb', 'anna@vermögensberater.vermögensberatung'],
])('the email %j is %j', (given, canonical) => {
  expect(Email.parse(given)).toBe(canonical)
  expect(Email.parse(canonical)).toBe(canonical)
})

test.each([
  // A Cyrillic а, alone among Latin letters and under a Latin ending.
  ['anna@аpple.com', 'anna@xn--pple-43d.com'],
  ['anna@аррӏе.com', 'anna@xn--80ak6aa92e.com'],
  // A dotless ı.
  ['anna@lındenhof.ch', 'anna@xn--lndenhof-tkb.ch'],
  ['anna@例え.jp', 'anna@xn--r8jz45g.jp'],
  ['anna@i❤.ws', 'anna@xn--i-7iq.ws'],
])('the domain of %j can be taken for another one, or not be read: %j', (given, canonical) => {
  expect(Email.parse(given)).toBe(canonical)
  expect(Email.parse(canonical)).toBe(canonical)
})

test.each([
  'anna@bank.ch/x.example.com',
  'anna@bank.ch?x.example.com',
  'anna@bank.ch#x.example.com',
  'anna@bank.ch%2fx.example.com',
  'anna@bank.ch\uFF0Fx.example.com',
  'anna@ban%6b.ch',
  'anna@\u200D.ch',
  'anna@bu\u0308cher',
  'anna@example.123',
  '@bücher.ch',
  `anna@${'ü'.repeat(300)}.ch`,
])('%j is no email', (given) => {
  expect(z.safeParse(Email, given).success).toBe(false)
})

test('a domain that is encoded wrongly stays as it is, and is the same as no other', () => {
  for (const label of ['xn--zzzzz-9', 'xn--', 'xn--99999999999', 'xn--BCHER-KVA', 'xn--bcher-kvaü'])
    expect(decodeLabel(label)).toBeNull()
  expect(Email.parse('anna@xn--zzzzz-9.ch')).toBe('anna@xn--zzzzz-9.ch')
  // The encoding of an upper case letter, which no domain has.
  expect(canonicalDomain('xn--bcher-p9a.ch')).toBe(canonicalDomain(canonicalDomain('xn--bcher-p9a.ch')))
  expect(isSameMailbox('anna@xn--bcher-kva.ch', 'Anna@bücher.ch')).toBe(true)
  expect(isSameMailbox('anna@bücher.ch', 'anna@buecher.ch')).toBe(false)
})

test('a domain is what Node has for it, whatever its letters, and its canonical form is its own', () => {
  let seed = 1
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const alphabets = [0x61, 0xdf, 0x3ac, 0x430, 0x4e00]
  for (let round = 0; round < 5000; round += 1) {
    const letters = Array.from({ length: 1 + random(8) }, () => (alphabets[random(5)] ?? 0) + random(26))
    const domain = `${String.fromCodePoint(...letters)}.ch`
    const ascii = domainToASCII(domain)
    if (!ascii.startsWith('xn--')) continue
    expect(asciiDomain(domain)).toBe(ascii)
    expect(`${decodeLabel(ascii.slice(0, -3))}.ch`).toBe(domainToUnicode(ascii))
    const canonical = canonicalDomain(domain)
    expect([canonicalDomain(ascii), canonicalDomain(canonical)]).toEqual([canonical, canonical])
    expect(asciiDomain(canonical)).toBe(ascii)
  }
})

test('what is no address is trimmed and in lower case', () => {
  expect([' Anna ', '', 'XN--BCHER-KVA.ch'].map(canonicalEmail)).toEqual(['anna', '', 'xn--bcher-kva.ch'])
})
