import { expect, test } from 'vitest'
import { changedSigners } from './changes/changed-signers.ts'
import { decline } from './signature-request-actions.ts'
import {
  completeSignature,
  documentsToSign,
  everyDocument,
  expire,
  failWithError,
  initiate,
  isEditable,
  isLastToSign,
  mayStartSigning,
  type RequestStatus,
  type Signature,
  type SignatureRequest,
  type SignerStatus,
  timeOfChange,
  unsignedDocuments,
  viewerStatus,
  withdraw,
  withTurns,
} from './signature-request.ts'
import { aRequest, aSignature, now } from './test-signature-request.ts'

const statuses: RequestStatus[] = ['DRAFT', 'OPEN', 'SIGNED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ERROR']

test.each(statuses)('only a draft can be sent: %s', (status) => {
  const sent = initiate(aRequest({ status }), now)
  expect(typeof sent === 'string' ? sent : sent.status).toBe(
    status === 'DRAFT' ? 'OPEN' : 'request.not_draft',
  )
})

test('a draft without documents or signers cannot be sent', () => {
  expect(initiate(aRequest({ status: 'DRAFT', documents: [] }), now)).toBe('request.no_documents')
  expect(initiate(aRequest({ status: 'DRAFT', signatures: [] }), now)).toBe('request.no_signers')
})

test('a request without a date is open for 90 days', () => {
  const sent = initiate(aRequest({ status: 'DRAFT', expiresAt: null }), now)
  expect(typeof sent === 'string' ? sent : sent.expiresAt).toEqual(new Date('2027-02-18T12:00:00Z'))
})

test.each(statuses)('a request can be changed as a draft, or open while nobody has begun: %s', (status) => {
  expect(isEditable(aRequest({ status }))).toBe(status === 'DRAFT' || status === 'OPEN')
  const begun = aRequest({
    status: 'OPEN',
    signatures: [
      aSignature({
        signing: { status: 'OPEN', quality: 'SES', error: null, startedAt: now, memberId: null },
      }),
    ],
  })
  expect(isEditable(begun)).toBe(false)
  expect(
    isEditable(aRequest({ status: 'OPEN', signatures: [aSignature({ status: 'SIGNED' }), aSignature()] })),
  ).toBe(false)
})

test('a turn of -1 is at any time; the lowest unfinished group signs, and the later ones wait', () => {
  const of = (sequence: number, status: SignerStatus) => aSignature({ sequence, status })
  const turns = (signatures: Signature[]) => withTurns(signatures).map((signature) => signature.status)
  expect(turns([of(-1, 'DRAFT'), of(1, 'DRAFT'), of(1, 'DRAFT'), of(2, 'DRAFT')])).toEqual([
    'OPEN',
    'OPEN',
    'OPEN',
    'WAITING',
  ])
  expect(turns([of(-1, 'OPEN'), of(1, 'SIGNED'), of(1, 'OPEN'), of(2, 'WAITING')])).toEqual([
    'OPEN',
    'SIGNED',
    'OPEN',
    'WAITING',
  ])
  expect(
    turns([of(-1, 'OPEN'), of(1, 'SIGNED'), of(1, 'SIGNED'), of(2, 'WAITING'), of(3, 'WAITING')]),
  ).toEqual(['OPEN', 'SIGNED', 'SIGNED', 'OPEN', 'WAITING'])
})

test.each([
  ['SIGNED', 'OPEN', 'signature.already_signed'],
  ['OPEN', 'OPEN', null],
  ['WAITING', 'OPEN', 'signature.not_in_turn'],
  ['OPEN', 'EXPIRED', 'request.not_open'],
  ['OPEN', 'WITHDRAWN', 'request.not_open'],
  ['OPEN', 'DRAFT', 'request.not_open'],
] as const)('a %s signature of a request that is %s: %s', (signature, request, expected) => {
  expect(mayStartSigning(aRequest({ status: request }), aSignature({ status: signature }), now)).toBe(
    expected,
  )
})

test('after its time nothing is signed, even before the job has closed the request', () => {
  expect(mayStartSigning(aRequest({ expiresAt: now }), aSignature(), now)).toBe('request.not_open')
})

test('the last signature completes the request, another one opens the next turn', () => {
  const document = aRequest().documents[0]
  if (!document) throw new Error('the request has no document')
  const documents = everyDocument([document])
  const first = aSignature({ sequence: 1, documents })
  const second = aSignature({ sequence: 2, status: 'WAITING', documents })
  const request = aRequest({ documents: [document], signatures: [first, second] })
  expect(isLastToSign(request, document.id, first.id)).toBe(false)
  const half = completeSignature(request, { signatureId: first.id, name: 'Anna Keller' }, now)
  expect(half).toMatchObject({
    status: 'OPEN',
    completedAt: null,
    signatures: [{ status: 'SIGNED', signedAt: now }, { status: 'OPEN' }],
  })
  expect(isLastToSign(half, document.id, second.id)).toBe(true)
  expect(completeSignature(half, { signatureId: second.id, name: 'Anna Keller' }, now)).toMatchObject({
    status: 'SIGNED',
    completedAt: now,
  })
})

test('a document is complete with the last of its own signers, anyone who still signs others', () => {
  const request = aRequest()
  const [lease] = request.documents
  if (!lease) throw new Error('the request has no document')
  const annex = { ...lease, id: crypto.randomUUID() }
  const carla = aSignature({ documents: everyDocument([lease]) })
  const dora = aSignature({ documents: everyDocument([annex]) })
  const both = aRequest({ documents: [lease, annex], signatures: [carla, dora] })
  expect(isLastToSign(both, lease.id, carla.id)).toBe(true)
  expect(isLastToSign(both, annex.id, carla.id)).toBe(false)
  expect(documentsToSign(both, dora)).toEqual([annex])
  expect(unsignedDocuments(both.documents, [carla])).toEqual([annex])
})

test('what has expired keeps the signatures that were made', () => {
  const request = aRequest({
    signatures: [aSignature({ status: 'SIGNED' }), aSignature({ status: 'WAITING' })],
  })
  expect(expire(request, now)).toMatchObject({
    status: 'EXPIRED',
    signatures: [{ status: 'SIGNED' }, { status: 'EXPIRED' }],
  })
})

test.each([
  ['DRAFT', 'DRAFT'],
  ['SIGNED', 'COMPLETED'],
  ['DECLINED', 'CANCELLED'],
  ['WITHDRAWN', 'CANCELLED'],
  ['EXPIRED', 'CANCELLED'],
  ['ERROR', 'ERROR'],
] as const)('on the dashboard %s is %s', (status, shown) => {
  expect(viewerStatus(aRequest({ status }), [])).toBe(shown)
})

test('an open request is to sign for whose turn it is, and waits for everybody else', () => {
  const request = aRequest()
  expect(viewerStatus(request, [aSignature({ status: 'OPEN' })])).toBe('TO_SIGN')
  expect(viewerStatus(request, [aSignature({ status: 'WAITING' })])).toBe('WAITING')
  expect(viewerStatus(request, [])).toBe('WAITING')
})

test('a signature leaves the signers as they are whose turn it does not change: only the others are written', () => {
  const [first, second, last] = [1, 2, 3].map((sequence) =>
    aSignature({ sequence, status: sequence === 1 ? 'OPEN' : 'WAITING' }),
  )
  if (!first || !second || !last) throw new Error('three are signing')
  const signed = completeSignature(
    aRequest({ signatures: [first, second, last] }),
    { signatureId: first.id, name: 'Anna Keller' },
    now,
  )
  expect(signed.signatures[1]).toMatchObject({ id: second.id, status: 'OPEN' })
  expect(signed.signatures[2]).toBe(last)
})

test('a correction that leaves the signers as they are compares none of them', () => {
  const signature = aSignature()
  Object.defineProperty(signature, 'documents', {
    get: () => {
      throw new Error('It is compared')
    },
  })
  const before = aRequest({ signatures: [signature] })
  expect(changedSigners(before, { ...before, title: 'Another title' })).toEqual([])
})

test('a change is later than the one before, whatever the clock says', () => {
  const request = aRequest({ updatedAt: now })
  const [behind, ahead] = [-5000, 5000].map((by) => new Date(now.getTime() + by))
  if (!behind || !ahead) throw new Error('there are two clocks')
  expect(timeOfChange(request, behind).getTime()).toBeGreaterThan(now.getTime())
  expect(timeOfChange(request, now).getTime()).toBeGreaterThan(now.getTime())
  expect(timeOfChange(request, ahead)).toEqual(ahead)
})

test('sending a request and each of its ends is later than the change before it, whichever clock that had', () => {
  const changedAt = new Date(now.getTime() + 5000)
  const draft = aRequest({ updatedAt: changedAt, status: 'DRAFT' })
  const open = aRequest({ updatedAt: changedAt, status: 'OPEN' })
  const [first] = open.signatures
  const changed = {
    sent: initiate(draft, now),
    declined: decline(open, first?.id ?? '', '', now),
    withdrawn: withdraw(open, now),
    expired: expire(open, now),
    failed: failWithError(open, now),
  }
  for (const [name, request] of Object.entries(changed))
    expect({ name, updatedAt: (request as SignatureRequest).updatedAt }).toEqual({
      name,
      updatedAt: new Date(changedAt.getTime() + 1),
    })
})
