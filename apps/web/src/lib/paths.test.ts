import { describe, expect, it } from 'vitest'
import { isOwnPath, paths } from './paths.ts'

describe('links', () => {
  it('encode what came from outside', () => {
    expect(paths.view('../login?x=1')).toBe('/view/..%2Flogin%3Fx%3D1')
    expect(paths.dashboard({ tab: 'search', q: 'a&b c' })).toBe('/dashboard?tab=search&q=a%26b+c')
    expect(paths.dashboard()).toBe('/dashboard')
    expect(paths.compose('7', 'people')).toBe('/compose/7?step=people')
  })
})

describe('a redirect', () => {
  it.each(['/', '/view/1?page=2', '/a/b#c'])('may lead to %s', (address) => {
    expect(isOwnPath(address)).toBe(true)
  })
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
  ])('may not lead to %j', (address) => {
    expect(isOwnPath(address)).toBe(false)
  })
})
