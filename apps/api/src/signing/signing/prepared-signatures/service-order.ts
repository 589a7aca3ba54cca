import { createHash } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import {
  type DigestOrder,
  type SigningOrder,
  type SigningParty,
  StepwiseSigningFailed,
} from '#api/providers/trust-service/stepwise/port.ts'
import type { Language } from '#api/signing/signature-requests/signature-request.ts'
import type { Signing } from '../repository.ts'

export interface ServiceOrder {
  /** They share quality, legislation and party. */
  readonly signings: readonly Signing[]
  readonly documents: readonly DigestOrder[]
  readonly titles: readonly string[]
  readonly language: string
  /** The operation it belongs to: the same value again is the same operation to the service. */
  readonly act: string
}

/** What a trust service is asked to sign, and what it shows to who approves. */
export function orderAtService(context: Context, order: ServiceOrder): SigningOrder {
  const { signings, documents, titles, act } = order
  const language = (order.language in words ? order.language : 'en') as Language
  const [signing] = signings
  if (!signing) throw new Error('There is nothing to sign')
  return {
    reference: referenceOf(act, documents),
    documents,
    party: partyOf(signing),
    language,
    message: words[language](titles),
    returnUrl: `${context.config.publicUrl}/mab/redirect`,
  }
}

/** A UUID derived from the operation and what is signed in it. */
function referenceOf(act: string, documents: readonly DigestOrder[]): string {
  const hash = createHash('sha256').update(act)
  for (const { id, digest } of documents) hash.update(id).update(digest)
  const text = hash.digest('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => text.slice(from, to))
    .join('-')
}

function partyOf({ quality, legislation, party, actor, service }: Signing): SigningParty {
  const law = legislation ?? 'ZERTES'
  const level = quality.endsWith('QES') ? 'QES' : 'AES'
  if (party?.kind === 'seal') {
    const { sealName, organisation } = party
    return { kind: 'seal', quality: level, legislation: law, sealName, organisation }
  }
  if (party?.kind === 'person') {
    const { kind: _, identificationId: __, ...known } = party
    const person = { ...known, name: `${party.givenName} ${party.surname}`, email: actor.email ?? '' }
    return { kind: 'person', quality: level, legislation: law, person }
  }
  throw new StepwiseSigningFailed('misconfigured', service, 'nobody is named to sign')
}

const shorten = (title: string) => (title.length > 60 ? `${title.slice(0, 59)}…` : title)

/** Shown by a trust service or on a phone: short. */
const words: Record<Language, (titles: readonly string[]) => string> = {
  en: ([title = '', ...more]) =>
    more.length > 0 ? `Sign ${more.length + 1} documents?` : `Sign “${shorten(title)}”?`,
  de: ([title = '', ...more]) =>
    more.length > 0 ? `${more.length + 1} Dokumente unterschreiben?` : `«${shorten(title)}» unterschreiben?`,
  fr: ([title = '', ...more]) =>
    more.length > 0 ? `Signer ${more.length + 1} documents ?` : `Signer « ${shorten(title)} » ?`,
  it: ([title = '', ...more]) =>
    more.length > 0 ? `Firmare ${more.length + 1} documenti?` : `Firmare «${shorten(title)}»?`,
}
