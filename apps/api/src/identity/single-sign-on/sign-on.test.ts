import { expect, test } from 'vitest'
import { authorityFor, failurePath, namesOf, ownPath } from './sign-on.ts'

test('a provider answers for its very domains', () => {
  const providers = [{ domains: ['company.example', 'company.ch'] }, { domains: ['other.example'] }]
  expect(authorityFor(providers, 'a@company.ch')).toBe(providers[0])
  expect(authorityFor(providers, 'a@OTHER.example')).toBe(providers[1])
  for (const email of ['a@sub.company.example', 'a@company.example.org', 'company.example@evil.example', ''])
    expect(authorityFor(providers, email)).toBeUndefined()
})

test('a name is never missing altogether, nor longer than one may be', () => {
  const email = 'mara.steiner@company.example'
  expect(namesOf({ firstName: '', lastName: '', email })).toEqual({ firstName: 'mara.steiner', lastName: '' })
  expect(namesOf({ firstName: '', lastName: 'Steiner', email })).toEqual({
    firstName: '',
    lastName: 'Steiner',
  })
  expect([...namesOf({ firstName: '👋'.repeat(200), lastName: '', email }).firstName]).toHaveLength(100)
})

test('a company can’t give a new account a name that emails would show as a link, or that turns what follows', () => {
  const email = 'mara.steiner@company.example'
  expect(namesOf({ firstName: 'https://bank.example/pay', lastName: 'Steiner', email })).toEqual({
    firstName: '',
    lastName: 'Steiner',
  })
  expect(namesOf({ firstName: 'www.bank.example', lastName: 'pay@bank.example', email })).toEqual({
    firstName: 'mara.steiner',
    lastName: '',
  })
  expect(namesOf({ firstName: 'Ma\u202Era', lastName: 'Mu\u0308ller\u2066', email })).toEqual({
    firstName: 'Mara',
    lastName: 'M\u00FCller',
  })
  expect(namesOf({ firstName: '', lastName: '', email: 'www.bank.ch/pay@company.example' })).toEqual({
    firstName: 'www bank ch pay',
    lastName: '',
  })
})

test.each(['//x', '/\\x', '/a\\b', '/\tx', '/\n/x', 'x', '', 'https://x', `/${'a'.repeat(2000)}`])(
  '%j is not a path of our own',
  (path) => {
    expect(ownPath(path, 'https://sign.example')).toBeNull()
  },
)

test('a path of our own keeps its query and its place', () => {
  expect(ownPath('/a/../b?c=d e#f', 'https://sign.example')).toBe('/b?c=d%20e#f')
  // What is left after the dots may not lead elsewhere, either.
  expect(ownPath('/.//evil.example', 'https://sign.example')).toBeNull()
})

test('what the company has to change has a page of its own', () => {
  expect(failurePath('cancelled')).toBe('/sso/error?reason=cancelled')
  expect(failurePath('wrong_domain')).toBe('/sso/error/company?reason=wrong_domain')
})
