import { issuePerson, issueSeal } from '../pki/issue-signer.ts'
import type { PersonName, Quality } from '../pki/issue-signer.ts'
import type { Legislation, TestAuthority } from '../pki/test-authority.ts'
import { YEAR } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'

export type KeyProfile = { holder: 'person' | 'seal'; quality: Quality; legislation: Legislation }

/** What may be signed with, by the names that the services have for it. */
const profiles: Record<string, KeyProfile> = {
  'OnDemand-Advanced4': { holder: 'person', quality: 'AES', legislation: 'ZERTES' },
  'OnDemand-Qualified4': { holder: 'person', quality: 'QES', legislation: 'ZERTES' },
  'OnDemand-Advanced4.1-EU': { holder: 'person', quality: 'AES', legislation: 'EIDAS' },
  'OnDemand-Qualified4.1-EU': { holder: 'person', quality: 'QES', legislation: 'EIDAS' },
  'static-saphir4-ch': { holder: 'seal', quality: 'AES', legislation: 'ZERTES' },
  'static-qualified4-ch': { holder: 'seal', quality: 'QES', legislation: 'ZERTES' },
  'static-saphir4.1-eu': { holder: 'seal', quality: 'AES', legislation: 'EIDAS' },
  'static-qualified4.1-eu': { holder: 'seal', quality: 'QES', legislation: 'EIDAS' },
}

const profilesOf = (holder: KeyProfile['holder']): string[] =>
  Object.keys(profiles).filter((name) => profiles[name]?.holder === holder)
export const personProfiles = profilesOf('person')
export const sealProfiles = profilesOf('seal')

export const profileOf = (name: string): KeyProfile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

export type SigningKeys = {
  /** Made for one signature. */
  forPerson(profile: KeyProfile, person: PersonName): Identity
  /** The organisation's, which stays. */
  forSeal(profile: KeyProfile, organization: string): Identity
}

export function openSigningKeys(authority: TestAuthority): SigningKeys {
  const seals = new Map<string, Identity>()
  return {
    forPerson: ({ legislation, quality }, person) =>
      issuePerson(authority.branches[legislation], quality, person, new Date()),
    forSeal: ({ legislation, quality }, organization) => {
      const name = `${legislation}/${quality}/${organization}`
      const seal =
        seals.get(name) ??
        issueSeal(authority.branches[legislation], quality, organization, new Date(), 3 * YEAR)
      seals.set(name, seal)
      return seal
    },
  }
}
