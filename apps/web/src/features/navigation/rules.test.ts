import { describe, expect, it } from 'vitest'
import type { Access } from '#web/lib/account/access.ts'
import { everyone } from '#web/lib/account/access.ts'
import { accountRules } from './account-rules.ts'
import { arrivalRules, decide, entranceRules } from './rules.ts'
import { access } from './rules/access.ts'
import { accountState } from './rules/account-state.ts'
import { business } from './rules/business.ts'
import { cookies } from './rules/cookies.ts'
import { exitRedirect } from './rules/exit-redirect.ts'
import { goodbye } from './rules/goodbye.ts'
import { identification } from './rules/identification.ts'
import { language } from './rules/language.ts'
import { maintenance } from './rules/maintenance.ts'
import { newFreePlan } from './rules/new-free-plan.ts'
import { prefilledEmail } from './rules/prefilled-email.ts'
import { singleSignOn } from './rules/single-sign-on.ts'
import { splitTest } from './rules/split-test.ts'
import { aMember, anAdmin, anArrival, aUser, aVisit } from './testing.ts'
import type { Decision } from './visit.ts'

const to = (path: string): Decision => ({ kind: 'redirect', to: path })
/** There first, and then back to where one wanted to go. */
const toAndBack = (path: string, keep: string): Decision => ({ kind: 'redirect', to: path, keep })
const block = (dialog: Extract<Decision, { kind: 'block' }>['dialog']): Decision => ({
  kind: 'block',
  dialog,
})
const notFound: Decision = { kind: 'not-found' }
const anna = aUser()
const nas: Access = { roles: ['nas'] }
const unauthenticated: Access = { roles: ['unauthenticated'] }
const adminsOnly: Access = { roles: ['admin'] }
type Case<Given> = [string, Given, Decision | null]

describe('1. maintenance', () => {
  it.each<Case<Parameters<typeof anArrival>[0]>>([
    ['lets everybody on where there is none', {}, null],
    ['leads everybody to its page', { blockedByMaintenance: true }, to('/maintenance')],
    [
      'leads those who come by a link there too',
      { blockedByMaintenance: true, access: nas },
      to('/maintenance'),
    ],
    ['lets the operators on', { blockedByMaintenance: true, bypassesMaintenance: true }, null],
    ['lets its own page be', { blockedByMaintenance: true, href: '/maintenance' }, null],
  ])('%s', (_, given, decision) => expect(maintenance(anArrival(given))).toEqual(decision))
})

describe('2. where one goes after signing', () => {
  it('is kept for the request', () => {
    const arrival = anArrival({ href: '/view/7?exitUrl=https://shop.example/done', params: { id: '7' } })
    expect(exitRedirect(arrival)).toEqual({ kind: 'keep-exits', requestId: '7', query: arrival.query })
  })
  it.each([
    ['other pages', { href: '/login?exitUrl=https://shop.example', params: { id: '7' } }],
    ['addresses that say nothing of it', { href: '/view/7?page=2', params: { id: '7' } }],
  ])('is not read on %s', (_, given) => expect(exitRedirect(anArrival(given))).toBeNull())
  it('is read on direct pages', () => {
    const params = { id: '7', userid: 'secret' }
    for (const href of [
      '/direct-sign/7/secret?exit_url=https://a.example',
      '/view/7/secret?exiturl=https://a.example',
    ])
      expect(exitRedirect(anArrival({ href, params }))?.kind).toBe('keep-exits')
  })
})

describe('3. an email in the address', () => {
  it('is kept', () => {
    const decision = prefilledEmail(anArrival({ href: '/login?email=anna%40example.org' }))
    expect(decision).toEqual({ kind: 'keep-email', given: 'anna@example.org' })
  })
  it.each(['/login', '/login?email=', '/login?email=anna'])('is not there in %s', (href) =>
    expect(prefilledEmail(anArrival({ href }))).toBeNull(),
  )
})

describe('4. cookies', () => {
  it.each<Case<Parameters<typeof anArrival>[0]>>([
    ['that are blocked lead to the page that says so', { cookiesWork: false }, to('/cookiesblocked')],
    ['that are blocked leave that page be', { cookiesWork: false, href: '/cookiesblocked' }, null],
    ['that work lead from that page to the start', { href: '/cookiesblocked' }, to('/')],
    ['that work lead nowhere else', {}, null],
  ])('%s', (_, given, decision) => expect(cookies(anArrival(given))).toEqual(decision))
})

describe('5. access', () => {
  const href = '/view/7?page=2'
  it.each<Case<Parameters<typeof aVisit>[0]>>([
    ['keeps where an anonymous visitor wanted to go', { href }, { kind: 'sign-in', keep: href }],
    ['keeps nothing after signing out', { href, signedOut: true }, { kind: 'sign-in', keep: null }],
    ['lets a user in', { href, user: anna }, null],
    ['lets an admin in as a user', { href, user: anna, business: anAdmin }, null],
    ['lets everybody see pages for everybody', { access: everyone }, null],
    [
      'lets a user see pages before signing in',
      { access: unauthenticated, user: anna, href: '/expired' },
      null,
    ],
    ['hides from a user what is for members', { access: { roles: ['member'] }, user: anna }, notFound],
    ['shows it to a member', { access: { roles: ['member'] }, user: anna, business: aMember }, null],
    [
      'hides a strict page from a higher role',
      { access: { roles: ['user'], strict: true }, user: anna, business: anAdmin },
      notFound,
    ],
    [
      'leads a user from sign-in to where they wanted to go',
      { href: '/login', access: unauthenticated, user: anna },
      { kind: 'return' },
    ],
    [
      'leads a user from sign-up to the start',
      { href: '/signup', access: unauthenticated, user: anna },
      to('/'),
    ],
    [
      'lets a link in',
      { href: '/direct-sign/7/secret', access: nas, params: { id: '7', userid: 'secret' } },
      null,
    ],
    [
      'asks who comes with half a link to sign in',
      { href: '/direct-sign/7', access: nas, params: { id: '7' } },
      { kind: 'sign-in', keep: null },
    ],
    [
      'asks who identifies without a link to sign in',
      { href: '/direct-sign/identification/eidas', access: nas },
      { kind: 'sign-in', keep: null },
    ],
    [
      'lets who identifies come back by the link that the tab holds',
      { href: '/direct-sign/identification/status', access: nas, linkKept: true },
      null,
    ],
    [
      'follows where one wanted to go after the company’s sign-in',
      { sso: 'signed-in', user: anna },
      { kind: 'return' },
    ],
    ['leads to sign-in where an account is to be proved', { sso: 'link' }, to('/login')],
    ['says that the company’s sign-in failed', { sso: 'failed' }, to('/sso/error')],
  ])('%s', (_, given, decision) => expect(access(aVisit(given))).toEqual(decision))

  it('takes a token out of the address and offers it, and keeps the rest', () => {
    expect(access(aVisit({ href: '/view/7?usertoken=abc&page=2' }))).toEqual({
      kind: 'offer-session',
      token: 'abc',
      to: '/view/7?page=2',
    })
  })
  it.each([
    ['somebody is signed in', { href: '/?usertoken=abc', user: anna }],
    ['it is empty', { href: '/?usertoken=' }],
    ['somebody comes by a link', { href: '/direct-sign/7/x?usertoken=abc', access: nas }],
  ])('takes it out and offers it to nobody where %s', (_, given) => {
    expect(access(aVisit(given))).toMatchObject({ kind: 'offer-session', token: null })
  })
})

describe('6. the language', () => {
  const shown = (code: 'en' | 'de' | 'it', rest = {}) => ({ shown: code, cookie: null, browser: [], ...rest })
  it.each<[string, Parameters<typeof aVisit>[0], string | null]>([
    ['stays', { language: shown('de') }, null],
    ['is the address’s before the account’s', { href: '/?lang=fr', user: aUser({ lang: 'de' }) }, 'fr'],
    ['is the account’s before the one that shows', { user: aUser({ lang: 'de' }) }, 'de'],
    [
      'is the one that shows before cookie and browser',
      { language: shown('en', { cookie: 'de', browser: ['fr'] }) },
      null,
    ],
    ['is Italian in direct sign', { href: '/direct-sign/7/x?lang=it' }, 'it'],
    ['is Italian nowhere else', { href: '/login?lang=it' }, null],
    ['is another one when Italian is left behind', { language: shown('it', { cookie: 'de' }) }, 'de'],
  ])('%s', (_, given, wanted) => {
    expect(language(aVisit(given))).toEqual(wanted === null ? null : { kind: 'language', language: wanted })
  })
})

describe('7. split tests', () => {
  it('switch the branch', () => {
    const branch = { cookie: 'countersign.test.home', value: 'b' }
    expect(splitTest(aVisit({ branch }))).toEqual({ kind: 'switch-branch', ...branch })
    expect(splitTest(aVisit())).toBeNull()
  })
})

describe('8. what an account has to settle', () => {
  const unpaid = { ...anAdmin, trialExpired: true }
  it.each<Case<Parameters<typeof aVisit>[0]>>([
    ['nothing', { user: anna }, null],
    ['nothing where nobody is known', {}, null],
    [
      'a weak password',
      { user: aUser({ weakPassword: true }), href: '/view/7' },
      toAndBack('/profile/change-password', '/view/7'),
    ],
    [
      'a weak password, there',
      { user: aUser({ weakPassword: true }), href: '/profile/change-password' },
      null,
    ],
    ['an invitation', { user: aUser({ acceptedBusinessInvite: false }) }, block('business-invitation')],
    [
      'an invitation to whoever belongs to a business',
      { user: aUser({ acceptedBusinessInvite: false }), business: aMember },
      null,
    ],
    ['an accepted invitation', { user: aUser({ acceptedBusinessInvite: true }) }, null],
    ['a trial that is over', { user: anna, business: unpaid }, to('/business/members')],
    [
      'a business that is locked',
      { user: anna, business: { ...anAdmin, locked: true } },
      to('/business/members'),
    ],
    [
      'a trial that is over, at the members',
      { user: anna, business: unpaid, href: '/business/members' },
      null,
    ],
    ['a trial that is over, at the plans', { user: anna, business: unpaid, href: '/business/upgrade' }, null],
    [
      'a member without a seat',
      { user: anna, business: { ...aMember, memberLocked: true } },
      block('locked-member'),
    ],
    ['a member of an unpaid business', { user: anna, business: { ...aMember, trialExpired: true } }, null],
    ['the terms', { user: aUser({ acceptedGtc: false }) }, block('accept-terms')],
    [
      'the terms, to a member whom an identity provider added',
      { user: aUser({ acceptedGtc: false }), business: aMember },
      block('accept-terms'),
    ],
    [
      'the terms, while setting up an account of the company',
      { user: aUser({ acceptedGtc: false, hasSso: true }) },
      null,
    ],
    [
      'a business one was removed from',
      { user: aUser({ removedFromBusiness: true }) },
      block('business-downgraded'),
    ],
    [
      'a business that was deleted, and the terms with it',
      { user: aUser({ businessDeleted: true, acceptedGtc: false }) },
      block('business-downgraded'),
    ],
  ])('%s', (_, given, decision) => expect(accountState(aVisit(given))).toEqual(decision))
})

describe('9. the pages of a business', () => {
  const members = { href: '/business/members', access: adminsOnly }
  it.each<Case<Parameters<typeof aVisit>[0]>>([
    ['other pages', { user: anna }, null],
    [
      'the activity under the members',
      { href: '/business/members/activity', user: anna, business: anAdmin },
      to('/business/activity'),
    ],
    ['an admin', { ...members, user: anna, business: anAdmin }, null],
    [
      'the bare address, to an admin',
      { href: '/business', user: anna, business: anAdmin },
      to('/business/dashboard'),
    ],
    [
      'the address above the plan',
      { href: '/business/billing', user: anna, business: anAdmin },
      to('/business/billing/plan'),
    ],
    [
      'the address above the API users',
      { href: '/business/developers', user: anna, business: anAdmin },
      to('/business/developers/api'),
    ],
    [
      'an admin who would register one',
      { href: '/business/register', user: anna, business: anAdmin },
      to('/business/profile'),
    ],
    [
      'an admin who would sign one up',
      { href: '/business/signup/steps', user: anna, business: anAdmin },
      to('/business/profile'),
    ],
    [
      'a member',
      { ...members, user: anna, business: aMember },
      { kind: 'redirect', to: '/', message: 'business.not_allowed' },
    ],
    ['somebody without a business', { ...members, user: anna }, notFound],
    ['somebody without a business who registers one', { href: '/business/register', user: anna }, null],
    ['an anonymous visitor who signs one up', { href: '/business/signup', access: unauthenticated }, null],
    ['the bare address', { href: '/business', user: anna, access: everyone }, to('/business/register')],
    [
      'buying a plan with a personal account',
      { href: '/business/upgrade', user: anna, access: { roles: ['user', 'admin'], strict: true } },
      null,
    ],
  ])('%s', (_, given, decision) => expect(business(aVisit(given))).toEqual(decision))

  it('are left to this rule by the one on access', () => {
    expect(access(aVisit({ ...members, user: anna, business: aMember }))).toBeNull()
    expect(access(aVisit(members))).toEqual({ kind: 'sign-in', keep: '/business/members' })
  })
})

describe('10. identification', () => {
  const href = '/profile/signature-standards/eidas/video'
  const byLink = '/direct-sign/identification/zertes?id=7&userid=secret'
  it('shows the one in progress', () => {
    expect(identification(aVisit({ href, identificationOngoing: true }))).toEqual(
      to('/profile/signature-standards/status'),
    )
    expect(identification(aVisit({ href: byLink, identificationOngoing: true }))).toEqual(
      to('/direct-sign/identification/status?id=7&userid=secret'),
    )
  })
  it('begins where there is none, and leaves other pages be', () => {
    expect(identification(aVisit({ href }))).toBeNull()
    const elsewhere = ['/profile', '/profile/signature-standards', '/profile/signature-standards/status']
    for (const page of elsewhere)
      expect(identification(aVisit({ href: page, identificationOngoing: true }))).toBeNull()
  })
})

describe('11. an account of a company’s sign-in', () => {
  const unfinished = aUser({ hasSso: true, acceptedGtc: false })
  it('is set up first', () => {
    expect(singleSignOn(aVisit({ user: unfinished, href: '/view/7' }))).toEqual(
      toAndBack('/signup/sso', '/view/7'),
    )
    expect(singleSignOn(aVisit({ user: unfinished, href: '/signup/sso' }))).toBeNull()
    expect(singleSignOn(aVisit({ user: aUser({ hasSso: true }) }))).toBeNull()
  })
})

describe('12. the new free plan', () => {
  const freePlan = { type: 'free_new', uploads: false, migration: false } as const
  it('has no uploading', () => {
    const user = { ...anna, freePlan }
    expect(newFreePlan(aVisit({ href: '/upload', user }))).toEqual(to('/'))
    expect(newFreePlan(aVisit({ href: '/dashboard', user }))).toBeNull()
  })
  it('is told apart from the legacy one, and from an installation without billing', () => {
    const legacy = { ...freePlan, type: 'free_legacy', uploads: true } as const
    expect(newFreePlan(aVisit({ href: '/upload', user: { ...anna, freePlan: legacy } }))).toBeNull()
    expect(newFreePlan(aVisit({ href: '/upload', user: aUser({ freeAccountType: 'free_v1' }) }))).toBeNull()
  })
  it('is announced before an account goes over to it', () => {
    const user = { ...anna, freePlan: { ...freePlan, uploads: true, migration: true } }
    expect(accountState(aVisit({ user }))).toEqual(block('free-migration'))
  })
})

describe('13. goodbye', () => {
  it('is said after an account was deleted, and never else', () => {
    expect(goodbye(aVisit({ href: '/bye', accountDeleted: true }))).toBeNull()
    expect(goodbye(aVisit({ href: '/bye' }))).toEqual(to('/'))
    expect(goodbye(aVisit())).toBeNull()
  })
})

const visitRules = [...entranceRules, ...accountRules]

describe('the order', () => {
  it('is the specification’s', () => {
    expect([...arrivalRules, ...visitRules].map(({ name }) => name)).toEqual([
      'maintenance',
      'exitRedirect',
      'prefilledEmail',
      'cookies',
      'access',
      'language',
      'splitTest',
      'accountState',
      'business',
      'identification',
      'singleSignOn',
      'newFreePlan',
      'goodbye',
    ])
  })

  it('lets maintenance come before everything', () => {
    const arrival = anArrival({
      href: '/view/7?email=a@example.org&exitUrl=https://a.example',
      params: { id: '7' },
      blockedByMaintenance: true,
      cookiesWork: false,
    })
    expect(decide(arrivalRules, arrival)).toEqual([to('/maintenance')])
  })

  it('keeps what the address says before it sends one away', () => {
    const arrival = anArrival({
      href: '/view/7?email=a@example.org&exitUrl=https://a.example',
      params: { id: '7' },
      cookiesWork: false,
    })
    expect(decide(arrivalRules, arrival).map(({ kind }) => kind)).toEqual([
      'keep-exits',
      'keep-email',
      'redirect',
    ])
  })

  it('signs in before it looks at anything of the account', () => {
    const visit = aVisit({ href: '/upload?lang=de' })
    expect(decide(visitRules, visit).map(({ kind }) => kind)).toEqual(['sign-in'])
  })

  it('shows the language before a dialog, and leads on from behind it', () => {
    const freePlan = { type: 'free_new', uploads: false, migration: false } as const
    const user = { ...aUser({ acceptedGtc: false, lang: 'de' }), freePlan }
    const visit = aVisit({ href: '/upload', user })
    expect(decide(visitRules, visit)).toEqual([
      { kind: 'language', language: 'de' },
      block('accept-terms'),
      to('/'),
    ])
  })

  it('has a weak password changed before the terms are asked for, and both before the company’s set-up', () => {
    const user = aUser({ weakPassword: true, acceptedGtc: false, hasSso: true })
    expect(decide(visitRules, aVisit({ user }))).toEqual([
      toAndBack('/profile/change-password', '/dashboard'),
    ])
  })
})
