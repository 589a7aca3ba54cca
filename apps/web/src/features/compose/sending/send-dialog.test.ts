import { expect, test } from 'vitest'
import { shownWords } from '#web/testing/shown-words.ts'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { CallError } from '#web/lib/calls/call-error.ts'
import { type Draft, draftOf } from '../drafts/draft.ts'
import { SendSummary } from './send-dialog.tsx'

const nothing = () => undefined
const signer = (sid: string, sequence = -1, mobile_number: string | null = null) => {
  const of = aSignature({ sid, sequence })
  return { ...of, signer_identity_data: { ...of.signer_identity_data, first_name: sid, mobile_number } }
}
const draftWith = (...signatures: ReturnType<typeof signer>[]) =>
  draftOf(aRequest({ status_overall: 'DRAFT', signatures }), '')
const two = draftWith(signer('Anna'), signer('Ben'))

function review(draft: Draft, more: { failure?: unknown; isChanged?: boolean } = {}) {
  const { failure = null, isChanged = false } = more
  const during = <Result>(work: () => Promise<Result>) => work()
  return shownWords(SendSummary, {
    ...{ draft, isChanged, documentNames: ['Lease.pdf'], observers: ['olga@example.org'] },
    ...{ attachmentNames: ['Plan.pdf'], withoutField: new Set<string>() },
    ...{ onPlace: nothing, onWithoutField: nothing, preview: () => Promise.reject(new Error('not here')) },
    controls: { failure, loading: false, act: nothing, close: nothing, during },
  })
}

test('the review before sending names what goes out, with what, to whom and until when', () => {
  expect(review(two)).toMatch(/^Document Lease\.pdf Attachments Plan\.pdf Observers olga@example\.org /)
  expect(review(two)).toMatch(/Anna Muster anna@example\.com .* Ben Muster .* Send to 2 people$/)
  expect(review(two)).toContain('Expires on 90 days from now')
  expect(review({ ...two, expiresOn: '2027-01-31', expiresAt: null })).toContain('Expires on 31 Jan 2027')
  expect(review({ ...two, message: 'Please sign by Friday.' })).toContain('Message Please sign by Friday.')
})

test('the review before sending says whether signers are emailed one after the other', () => {
  expect(review(two)).toContain('All signers are emailed at the same time')
  const inOrder = draftWith(signer('Anna', 0), signer('Ben', 1))
  expect(review(inOrder)).toMatch(/Signers are emailed in this order 1\. Anna Muster .* 2\. Ben Muster/)
  expect(review(draftWith(signer('Anna')))).not.toMatch(/emailed (in this order|at the same time)/)
})

test('the review before sending says what a level takes that a signer doesn’t have, and that a demo has no effect', () => {
  const signers = draftWith(signer('Anna', -1, '+41791234567'), signer('Ben'))
  expect(review({ ...signers, quality: 'AES' })).toMatch(
    /A mobile number is missing .* Ben Muster need an account/,
  )
  expect(review(signers)).not.toContain('A mobile number is missing')
  expect(review({ ...two, quality: 'DEMO' })).toContain('Demo: signatures have no legal effect.')
})

test('the review before sending says that the draft has changed, and for whom it can’t be sent', () => {
  expect(review(two, { isChanged: true })).toMatch(/^This draft has changed .* Please review it again\./)
  const fields = [{ field: 'body.signatures.1.account_email', code: 'invalid', message: '' }]
  const failure = new CallError({ key: 'validation.failed', status: 400, message: '', fields })
  expect(review(two, { failure })).toContain('Not possible for Ben Muster')
})
