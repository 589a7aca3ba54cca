import type { OwnSigningOption, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { shownWords } from '#web/testing/shown-words.ts'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { SigningReview } from './signing-review.tsx'

const onDocument = (document_id: string) => ({ document_id, visual_signature: null, fields: [] })
const documents = ['Lease', 'Plan', 'Keys'].map((name) => ({
  ...{ id: name, version_id: name, page_count: 1, size: 1 },
  name: `${name}.pdf`,
}))
const mine = aSignature({ document_signatures: [onDocument('Lease'), onDocument('Keys')] })
const person = (first_name: string) =>
  aSignature({
    ...{ sid: first_name, is_viewer: false },
    signer_identity_data: { ...mine.signer_identity_data, first_name, last_name: 'Ott' },
  })
const request = aRequest({ documents, signatures: [mine, person('Ben'), person('Carla')] })

const review = (change: Partial<SignatureRequest> = {}, isSeal = false) =>
  shownWords(SigningReview, { request: { ...request, ...change }, isSeal })

function atLevel(signing: Pick<OwnSigningOption, 'quality' | 'legislation' | 'approval' | 'channel'>) {
  const viewer = { ...request.viewer, signing: { ...signing, unmet: [] } }
  return review({ viewer })
}

describe('the review before signing', () => {
  it('names what one signs, what one only reads, and with whom', () => {
    expect(review()).toContain('Documents Lease.pdf and Keys.pdf Not for you to sign Plan.pdf')
    expect(review()).toContain('Other signers Ben Ott and Carla Ott')
  })

  it('says that nobody else signs, and of no document that it is only to be read', () => {
    const alone = review({ documents: documents.slice(0, 1), signatures: [mine] })
    expect(alone).toContain('Document Lease.pdf Other signers none')
  })

  it('says what a seal is worth where the seal is chosen, and not what one’s own signature is', () => {
    expect(review()).toContain('Simple electronic signature.')
    expect(review({}, true)).not.toContain('electronic signature')
  })

  it.each([
    ['SES', null, 'NONE', null, 'Simple electronic signature. Legally binding unless'],
    ['DEMO', null, 'NONE', null, 'Demo: the signature has no legal effect.'],
    ['AES', 'ZERTES', 'TAN', 'sms', 'strong evidence in court. We’ll text you a code first.'],
    ['AES', 'ZERTES', 'TAN', 'email', 'strong evidence in court. We’ll email you a code first.'],
    ['QES', 'EIDAS', 'SERVICE', null, 'in the European Union. First, you’ll confirm with a trust service.'],
    ['QES', 'ZERTES', 'SERVICE', null, 'in Switzerland. First, you’ll confirm with a trust service.'],
    ['PART11', null, 'REAUTHENTICATE', null, 'appear on the page. First, you’ll confirm it’s you.'],
  ] as const)(
    'says what a signature of level %s under %s is worth and takes',
    (quality, legislation, approval, channel, words) => {
      expect(atLevel({ quality, legislation, approval, channel } as never)).toContain(words)
    },
  )
})
