import type { User } from '@countersign/contract/account-shapes.ts'
import { expect, it } from 'vitest'
import type { GuidedBusiness } from './audience.ts'
import { followGuidance } from './follow-guidance.ts'
import type { AnalyticsProfile } from './port.ts'

const legacy = {
  id: 'b1f6a9d0-0000-4000-8000-000000000001',
  email: 'anna@example.org',
  attributes: { freeAccountType: 'free_legacy', lang: 'de', signerIdentityEmail: null },
} as User
const current = { ...legacy, attributes: { ...legacy.attributes, freeAccountType: 'free_v1' } } as User
const business: GuidedBusiness = {
  name: 'Helvetia AG',
  isAdmin: true,
  plan: 'pro',
  planStart: '2026-11-01',
  guidanceEnabled: true,
}

function aTool() {
  const told: string[] = []
  const profiles: AnalyticsProfile[] = []
  const tool = {
    start: async () => void told.push('start'),
    identify: (profile: AnalyticsProfile) => {
      told.push('identify')
      profiles.push(profile)
    },
    anonymous: () => void told.push('anonymous'),
    reload: () => void told.push('reload'),
    destroy: () => void told.push('destroy'),
  }
  return { told, profiles, follow: followGuidance(tool) }
}

it('the guidance starts for the legacy free plan, names the person on each page, and ends when that is over', async () => {
  const { told, follow } = aTool()
  await follow({ user: legacy, business: null })
  await follow({ user: legacy, business: null })
  await follow({ user: current, business: null })
  expect(told).toEqual(['start', 'identify', 'reload', 'identify', 'reload', 'destroy'])
})

it('the guidance never starts for anybody else', async () => {
  const { told, follow } = aTool()
  await follow({ user: null, business: null })
  await follow({ user: current, business: null })
  await follow({ user: legacy, business: { ...business, guidanceEnabled: false } })
  expect(told).toEqual([])
})

it('the guidance makes who signs out anonymous before it goes', async () => {
  const { told, follow } = aTool()
  await follow({ user: current, business })
  await follow({ user: null, business: null })
  expect(told.slice(-2)).toEqual(['anonymous', 'destroy'])
})

it('the guidance tells the profile of the specification: the signer identity email first, admin or user', async () => {
  const { profiles, follow } = aTool()
  const named = { ...current, attributes: { ...current.attributes, signerIdentityEmail: 'a.k@example.org' } }
  await follow({ user: named, business })
  await follow({ user: legacy, business: null })
  expect(profiles).toEqual([
    {
      email: 'a.k@example.org',
      business: 'Helvetia AG',
      username: legacy.id,
      role: 'admin',
      plan: 'pro',
      locale_code: 'de-ch',
      plan_start: '2026-11-01',
    },
    {
      email: 'anna@example.org',
      business: '',
      username: legacy.id,
      role: 'user',
      plan: 'free_legacy',
      locale_code: 'de-ch',
      plan_start: '',
    },
  ])
})
