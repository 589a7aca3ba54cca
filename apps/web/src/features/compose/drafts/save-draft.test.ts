import { IdentityData } from '@countersign/contract/signature-request-shapes.ts'
import { expect, test } from 'vitest'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { problemsOf, refusedParts } from './check-draft.ts'
import { type Draft, type DraftSigner, draftOf } from './draft.ts'
import { bodyOf } from './save-draft.ts'

const now = new Date()

function aDraft(change: Partial<Draft> = {}): Draft {
  const request = aRequest({ status_overall: 'DRAFT', signatures: [aSignature({ sid: 'anna' })] })
  return { ...draftOf(request, ''), ...change }
}

function named(name: string): Draft {
  const draft = aDraft()
  return { ...draft, signers: draft.signers.map((signer) => ({ ...signer, name })) }
}

test.each(['anna@example.org', 'www.example.org', 'https://example.org'])(
  'a draft is saved without %s as a signer’s name, which the service refuses, and the name is marked at once',
  (name) => {
    const draft = named(name)
    const [anna] = bodyOf(draft).signatures ?? []
    expect(IdentityData.safeParse(anna?.signer_identity_data).success).toBe(true)
    expect(anna?.signer_identity_data).toMatchObject({ first_name: null, last_name: null })
    const wrong = { step: 'people', code: 'name_wrong', signerKey: 'anna' }
    expect(refusedParts(draft, now)).toEqual([wrong])
    expect(problemsOf(draft, now)).toContainEqual(wrong)
  },
)

test('a draft whose expiry date has passed is saved without it, and the date is marked at once', () => {
  const draft = aDraft({ expiresOn: '2026-03-01', expiresAt: '2026-03-01T22:59:59.000Z' })
  expect(bodyOf(draft)).not.toHaveProperty('expiration_date')
  expect(refusedParts(draft, now)).toEqual([{ step: 'send', code: 'expiry_past' }])
})

test('a day whose year is still being typed is neither saved nor marked, and keeps the draft from being sent', () => {
  const draft = aDraft({ expiresOn: '0202-12-31' })
  expect(bodyOf(draft)).not.toHaveProperty('expiration_date')
  expect(refusedParts(draft, now)).toEqual([])
  expect(problemsOf(draft, now)).toContainEqual({ step: 'send', code: 'expiry_past' })
})

test('a date that is not past and no date are saved', () => {
  expect(bodyOf(aDraft({ expiresOn: '2126-03-01' })).expiration_date).toMatch(/^2126-0[23]-/)
  expect(bodyOf(aDraft())).toHaveProperty('expiration_date', null)
})

test('a signer is saved with all that is known of them, and with nothing that is half typed', () => {
  const draft = aDraft()
  const saved = (change: Partial<DraftSigner>) =>
    bodyOf({ ...draft, signers: draft.signers.map((signer) => ({ ...signer, ...change })) }).signatures?.[0]
  expect(saved({ role: 'Tenant', notify: false })).toMatchObject({ role: 'Tenant', notify: false })
  expect(saved({ isMe: true })).toMatchObject({ account_email: 'anna@example.com' })
  for (const name of ['role', 'notify', 'account_email']) expect(saved({})).not.toHaveProperty(name)
  expect(saved({})).toMatchObject({ all_documents: true })
  expect(saved({ signs: [] })).toMatchObject({ all_documents: false, document_signatures: [] })
  const number = (mobile: string) => saved({ mobile })?.signer_identity_data?.mobile_number
  expect([number(' +41791234567 '), number('079 123')]).toEqual(['+41791234567', null])
})

test('a message that is too long is marked at once', () => {
  expect(refusedParts(aDraft({ message: 'a'.repeat(4001) }), now)).toEqual([
    { step: 'send', code: 'message_too_long' },
  ])
})
