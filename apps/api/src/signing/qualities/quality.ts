import type { AdvancedQuality, Legislation, Quality } from '@countersign/contract/values.ts'
// The level someone signs at, and the unmet requirements: no clock, no I/O. Design 4.4, domain.md 1.5.

import type { UnmetRequirement } from '@countersign/contract/accounts.ts'
import { isAdvanced } from './above-simple.ts'
import type { VerifiedIdentity } from './verified-identity.ts'
import type { SigningPlan } from './plan.ts'

export const legislations: readonly Legislation[] = ['ZERTES', 'EIDAS']

/** What a request requires. */
export interface RequestedQuality {
  readonly quality: Quality
  readonly legislation: Legislation | null
}

/** What a signer wants instead; null is what the request requires. */
export interface QualityChoice {
  readonly quality: Quality | null
  readonly legislation: Legislation | null
}

/** What is known of someone who signs. */
export interface Signer {
  readonly givenName: string | null
  readonly surname: string | null
  /** E.164: the number that the sender gave of them, else their own, which nobody has proved. */
  readonly mobile: string | null
  /** Their address at a domain of their business, to which it lets codes be sent in place of a phone. */
  readonly businessEmail: string | null
  readonly identities: readonly VerifiedIdentity[]
  /** An account that has accepted the trust services' terms of use, whatever it was identified by. */
  readonly hasAcceptedTerms: boolean
  /** An account of a business that has turned Part 11 on. */
  readonly isUnderPart11: boolean
}

/** Of whom nothing is known. */
export const anybody: Signer = {
  givenName: null,
  surname: null,
  mobile: null,
  businessEmail: null,
  identities: [],
  hasAcceptedTerms: false,
  isUnderPart11: false,
}

/** Which service makes what on this installation. */
export interface Offer {
  nameFor(quality: AdvancedQuality, legislation: Legislation): string | null
}

/** How a person would sign; they can where no requirement is unmet. */
export interface SigningOption extends Pick<SigningPlan, 'quality' | 'legislation' | 'approval'> {
  readonly unmet: readonly UnmetRequirement[]
  /** Null while a requirement is unmet. */
  readonly plan: SigningPlan | null
}

/**
 * QES is signed by QES alone; AES by AES, or else by QES; AES_MINIMAL by QES where the signer has it, or else by AES.
 * Where no option is open, the one with the fewest unmet requirements is given.
 */
export function resolveQuality(
  requested: RequestedQuality,
  signer: Signer,
  offer: Offer,
  now: Date,
): SigningOption {
  const law = requested.legislation
  switch (requested.quality) {
    case 'DEMO':
    case 'SES':
      return option({ quality: requested.quality, legislation: null, approval: null }, [], {
        service: 'local',
        party: null,
      })
    case 'PART11':
      return part11(signer)
    case 'QES':
      return qualified(law ?? 'ZERTES', signer, offer, now)
    case 'AES_MINIMAL': {
      const minimal = law ?? 'ZERTES'
      return nearest([qualified(minimal, signer, offer, now), advanced(minimal, signer, offer, now)])
    }
    case 'AES': {
      const laws = law ? [law] : legislations
      return nearest([
        ...laws.map((one) => advanced(one, signer, offer, now)),
        ...laws.map((one) => qualified(one, signer, offer, now)),
      ])
    }
  }
}

/** Can anyone here sign a request that requires this? */
export function isOffered({ quality, legislation }: RequestedQuality, offer: Offer): boolean {
  const laws = legislation ? [legislation] : quality === 'AES' ? legislations : (['ZERTES'] as const)
  const has = (quality: AdvancedQuality) => laws.some((law) => offer.nameFor(quality, law) !== null)
  if (quality === 'QES') return has('QES')
  return isAdvanced(quality) ? has('AES') || has('QES') : true
}

/** QES and AES_MINIMAL are under one law always; it is ZertES where nobody says. */
export function legislationOf({ quality, legislation }: RequestedQuality): Legislation | null {
  return legislation ?? (quality === 'QES' || quality === 'AES_MINIMAL' ? 'ZERTES' : null)
}

function option(
  kind: Pick<SigningPlan, 'quality' | 'legislation' | 'approval'>,
  unmet: readonly UnmetRequirement[],
  rest: Pick<SigningPlan, 'party' | 'destination'> & { readonly service: string | null },
): SigningOption {
  const service = unmet.length === 0 ? rest.service : null
  return { ...kind, unmet, plan: service === null ? null : { ...kind, ...rest, service } }
}

function part11({ isUnderPart11 }: Signer): SigningOption {
  const kind = { quality: 'PART11', legislation: null, approval: 'REAUTHENTICATE' } as const
  return option(kind, isUnderPart11 ? [] : ['business'], { service: 'local', party: null })
}

/** Whether this identity verification can enable a signature at that level: a qualified one only under the same law. */
export function enables(
  requested: RequestedQuality,
  { level, legislation }: Pick<VerifiedIdentity, 'level' | 'legislation'>,
): boolean {
  if (requested.quality === 'QES') return level === 'QES' && legislation === legislationOf(requested)
  return isAdvanced(requested.quality)
}

/** By an identification under that very law, whose name, number and means of approval the certificate is bound to. */
function qualified(legislation: Legislation, signer: Signer, offer: Offer, now: Date): SigningOption {
  const service = offer.nameFor('QES', legislation)
  const kind = { quality: 'QES', legislation, approval: 'SERVICE' } as const
  if (service === null) return option(kind, ['not_offered'], { service, party: null })
  const identity = best(signer, now, (one) => one.level === 'QES' && one.legislation === legislation)
  return atService(kind, service, signer, identity, now)
}

/**
 * The installation makes it itself with a code; an outside service for people whose identification opens it: one for
 * QES under either law opens AES under both.
 */
function advanced(legislation: Legislation, signer: Signer, offer: Offer, now: Date): SigningOption {
  const service = offer.nameFor('AES', legislation)
  const identity = best(signer, now, () => true)
  if (service !== null && service !== 'local')
    return atService({ quality: 'AES', legislation, approval: 'SERVICE' }, service, signer, identity, now)
  const kind = { quality: 'AES', legislation, approval: 'TAN' } as const
  if (service === null) return option(kind, ['not_offered'], { service, party: null })
  const names = identity ?? named(signer)
  const destination = codeGoesTo(signer, provedNumber(signer, identity, now))
  const unmet: UnmetRequirement[] = []
  if (!names) unmet.push('name')
  if (!destination) unmet.push('mobile')
  const mobile = destination?.channel === 'sms' ? { mobile: destination.to } : {}
  return option(kind, unmet, { service, party: names && { ...personOf(names), ...mobile }, destination })
}

function atService(
  kind: Pick<SigningPlan, 'quality' | 'legislation' | 'approval'>,
  service: string,
  signer: Signer,
  identity: VerifiedIdentity | undefined,
  now: Date,
): SigningOption {
  const mobile = provedNumber(signer, identity, now) ?? signer.mobile
  const unmet: UnmetRequirement[] = []
  if (!identity) unmet.push('identification')
  if (!mobile) unmet.push('mobile')
  if (!signer.hasAcceptedTerms && !identity?.termsAccepted) unmet.push('terms')
  const means = identity?.approvalSerialNumber
  const party = identity
    ? {
        ...personOf(identity),
        ...(mobile ? { mobile } : {}),
        ...(means ? { approvalSerialNumber: means } : {}),
      }
    : null
  return option(kind, unmet, { service, party })
}

/** That of this identification, or of any other that counts: one may prove a name alone. */
function provedNumber(signer: Signer, identity: VerifiedIdentity | undefined, now: Date): string | null {
  return identity?.mobile ?? best(signer, now, ({ mobile }) => mobile !== null)?.mobile ?? null
}

/** A number that an identification proved is worth more than one that someone typed. */
function codeGoesTo(signer: Signer, proved: string | null): SigningPlan['destination'] {
  if (proved) return { channel: 'sms', to: proved }
  if (signer.businessEmail) return { channel: 'email', to: signer.businessEmail }
  return signer.mobile ? { channel: 'sms', to: signer.mobile } : undefined
}

/** The newest that counts; one whose terms are accepted first. */
function best(
  { identities }: Signer,
  now: Date,
  counts: (identity: VerifiedIdentity) => boolean,
): VerifiedIdentity | undefined {
  const valid = identities.filter((one) => one.validUntil > now && counts(one))
  return valid.find(({ termsAccepted }) => termsAccepted) ?? valid[0]
}

interface PersonName {
  readonly givenName: string
  readonly surname: string
  readonly country?: string | null
  readonly identificationId?: string
}

function named({ givenName, surname }: Signer): PersonName | null {
  return givenName && surname ? { givenName, surname } : null
}

function personOf({ givenName, surname, country, identificationId }: PersonName) {
  return {
    kind: 'person' as const,
    givenName,
    surname,
    ...(country ? { country } : {}),
    ...(identificationId ? { identificationId } : {}),
  }
}

/** The first that is open; else the one with the fewest unmet requirements, of those that are offered. */
function nearest(options: readonly SigningOption[]): SigningOption {
  const amountUnmet = ({ unmet }: SigningOption) => (unmet.includes('not_offered') ? 100 : unmet.length)
  return options.reduce((least, one) => (amountUnmet(one) < amountUnmet(least) ? one : least))
}
