import { describe, expect, it, vi } from 'vitest'
import { stubTab } from '#web/testing/other-tabs.ts'
import { decide, isWorthReturning } from './guards.ts'
import { rememberTarget, takeTarget } from './return-address.ts'

describe('who may see a route', () => {
  it('sends an anonymous visitor of a user page to sign-in and keeps the target', () => {
    const visit = { audience: 'user', signedIn: false, target: '/view/7?page=2' } as const
    expect(decide(visit)).toEqual({ kind: 'login', target: '/view/7?page=2' })
  })
  it('lets a user in, and sends a user away from sign-in', () => {
    expect(decide({ audience: 'user', signedIn: true, target: '/' })).toEqual({ kind: 'pass' })
    expect(decide({ audience: 'unauthenticated', signedIn: true, target: '/login' })).toEqual({
      kind: 'home',
    })
  })
  it('lets everybody see pages for everyone', () => {
    expect(decide({ audience: 'everyone', signedIn: false, target: '/expired' })).toEqual({ kind: 'pass' })
    expect(decide({ audience: 'unauthenticated', signedIn: false, target: '/login' })).toEqual({
      kind: 'pass',
    })
  })
})

describe('what is worth coming back to', () => {
  it.each(['/view/1', '/dashboard?tab=drafts', '/compose/1', '/logbook'])('%s is', (target) => {
    expect(isWorthReturning(target)).toBe(true)
  })
  it.each([
    ...['/', '/login?email=a@b.ch', '/logout', '/sorry', '/signup/steps', '/?lang=de'],
    ...['/bye', '/expired', '/cookiesblocked', '/maintenance'],
  ])('%s is not', (target) => {
    expect(isWorthReturning(target)).toBe(false)
  })
  it('is gone back to once, and never to another website', () => {
    stubTab(Date.now())
    rememberTarget('/view/1')
    expect([takeTarget(), takeTarget()]).toEqual(['/view/1', '/'])
    for (const target of ['//evil.example/', '/\\evil.example', 'https://evil.example/']) {
      rememberTarget(target)
      expect(takeTarget()).toBe('/')
    }
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})
