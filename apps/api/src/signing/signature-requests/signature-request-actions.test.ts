import { describe, expect, test } from 'vitest'
import {
  concerned,
  decline,
  delegate,
  deletionOf,
  isRemindable,
  remindAgainAt,
  reminderDue,
} from './signature-request-actions.ts'
import {
  mayStartSigning,
  type RequestStatus,
  type Signature,
  type SignatureRequest,
  type SignerStatus,
  withdraw,
} from './signature-request.ts'
import { hasLeft, may, ownSignatures, rolesOf } from './policy.ts'
import { aRequest, aSignature, now } from './test-signature-request.ts'

const sealing = {
  signing: { status: 'OPEN', quality: 'SES', error: null, startedAt: now, memberId: null },
} as const
const failed = {
  signing: { status: 'ERROR', quality: 'SES', error: 'signing_failed', startedAt: now, memberId: null },
} as const

const requestStates: Record<string, Partial<SignatureRequest>> = {
  DRAFT: { status: 'DRAFT' },
  OPEN: {},
  OVER: { expiresAt: now },
  SIGNED: { status: 'SIGNED' },
  DECLINED: { status: 'DECLINED' },
  WITHDRAWN: { status: 'WITHDRAWN' },
  EXPIRED: { status: 'EXPIRED' },
  ERROR: { status: 'ERROR' },
}
const signerStates: Record<string, Partial<Signature>> = {
  DRAFT: { status: 'DRAFT' },
  WAITING: { status: 'WAITING' },
  OPEN: {},
  FAILED: failed,
  SEALING: sealing,
  SIGNED: { status: 'SIGNED', signedAt: now },
  DECLINED: { status: 'DECLINED' },
  WITHDRAWN: { status: 'WITHDRAWN' },
  EXPIRED: { status: 'EXPIRED' },
  ERROR: { status: 'ERROR' },
}

interface Outcome {
  sign: string
  decline: string
  delegate: string
  remind: boolean
  leave: string
}
const over = 'request.not_open'
const wait = 'signature.not_in_turn'
const done = 'signature.already_signed'
const pending = 'request.signature_pending'
const ended = { sign: over, decline: over, delegate: over, remind: false, leave: 'leave' }
const made = { sign: done, decline: done, delegate: done, remind: false, leave: 'leave' }
const asked = { ...ended, leave: pending }
const notAsked = { sign: wait, decline: wait, delegate: wait, remind: false, leave: 'leave' }
const next = { sign: 'ok', decline: 'DECLINED DECLINED', delegate: 'OPEN OPEN', remind: true, leave: pending }

const inOpen: Record<string, Outcome> = {
  DRAFT: notAsked,
  WAITING: { ...notAsked, leave: pending },
  OPEN: next,
  FAILED: next,
  SEALING: { ...next, decline: done, delegate: done, remind: false },
  SIGNED: made,
  DECLINED: notAsked,
  WITHDRAWN: notAsked,
  EXPIRED: notAsked,
  ERROR: notAsked,
}
const inAnyOther: Record<string, Outcome> = {
  DRAFT: ended,
  WAITING: asked,
  OPEN: asked,
  FAILED: asked,
  SEALING: asked,
  SIGNED: made,
  DECLINED: ended,
  WITHDRAWN: ended,
  EXPIRED: ended,
  ERROR: ended,
}

const carla = { email: 'carla@example.org', firstName: 'Carla', lastName: null, language: 'de' } as const

const cases = Object.keys(requestStates).flatMap((request) =>
  Object.keys(signerStates).map(
    (signer) => [request, signer, (request === 'OPEN' ? inOpen : inAnyOther)[signer]] as const,
  ),
)
test.each(cases)('in a request that is %s a signer who is %s', (requestState, signerState, expected) => {
  const signature = aSignature(signerStates[signerState])
  const request = aRequest({ ...requestStates[requestState], signatures: [signature] })
  const told = (result: SignatureRequest | string) =>
    typeof result === 'string' ? result : `${result.status} ${result.signatures[0]?.status}`
  expect({
    sign: mayStartSigning(request, signature, now) ?? 'ok',
    decline: told(decline(request, signature.id, '', now)),
    delegate: told(
      delegate(request, { signatureId: signature.id, name: 'Anna', email: signature.email }, carla, now),
    ),
    remind: isRemindable(request, signature, now),
    leave: deletionOf(request, { isOwner: false, own: [signature] }),
  }).toEqual(expected)
})

test.each([
  ['DRAFT', 'remove'],
  ['OPEN', 'withdraw'],
  ['SIGNED', 'leave'],
  ['DECLINED', 'leave'],
  ['WITHDRAWN', 'leave'],
  ['EXPIRED', 'leave'],
  ['ERROR', 'leave'],
] as [RequestStatus, string][])('the owner who deletes one that is %s: %s', (status, deletion) => {
  expect(deletionOf(aRequest({ status }), { isOwner: true, own: [] })).toBe(deletion)
})

const everyone = () =>
  (['SIGNED', 'OPEN', 'OPEN', 'WAITING'] as SignerStatus[]).map((status) => aSignature({ status }))

test('one decline ends it for all: who signed has signed, the others are asked no longer', () => {
  const signatures = everyone()
  const result = decline(aRequest({ signatures }), signatures[1]?.id ?? '', 'Too dear', now)
  if (typeof result === 'string') throw new Error(result)
  expect(result).toMatchObject({ status: 'DECLINED', completedAt: now })
  expect(result.signatures.map(({ status, declineMessage }) => [status, declineMessage])).toEqual([
    ['SIGNED', null],
    ['DECLINED', 'Too dear'],
    ['WITHDRAWN', null],
    ['WITHDRAWN', null],
  ])
})

test('a withdrawn request keeps what the owner said', () => {
  const result = withdraw(aRequest({ signatures: everyone() }), now, 'A mistake')
  expect(result).toMatchObject({ status: 'WITHDRAWN', withdrawMessage: 'A mistake', completedAt: now })
  expect(result.signatures.map(({ status }) => status)).toEqual([
    'SIGNED',
    'WITHDRAWN',
    'WITHDRAWN',
    'WITHDRAWN',
  ])
})

describe('a signature that is delegated', () => {
  const handOn = (given: Partial<Signature>, to: { email: string } = carla) => {
    const signature = aSignature(given)
    const by = { signatureId: signature.id, name: 'Anna Keller', email: signature.email }
    const result = delegate(aRequest({ signatures: [signature] }), by, { ...carla, ...to }, now)
    return typeof result === 'string' ? result : result.signatures[0]
  }

  test('keeps its turn and places, and nothing of how the one before was reached', () => {
    const documents = [
      { documentId: crypto.randomUUID(), places: [], formField: 'A', fields: [], signedValues: null },
    ]
    const link = { hash: Buffer.from('h'), encrypted: Buffer.from('s') }
    const passed = handOn({
      sequence: 3,
      documents,
      link,
      mobile: '+41',
      accountId: 'a',
      openedAt: now,
      remindedAt: now,
      notify: false,
      delivery: { state: 'failed', message: 'x' },
      ...failed,
    })
    expect(passed).toMatchObject({
      ...carla,
      sequence: 3,
      documents,
      status: 'OPEN',
      link: null,
      mobile: null,
      accountId: null,
      openedAt: null,
      remindedAt: null,
      delivery: null,
      signing: null,
      notify: true,
      delegatedBy: { email: 'anna@example.org', name: 'Anna Keller', times: 1 },
    })
  })

  test('is not handed to the same person, nor more than five times', () => {
    expect(handOn({}, { email: 'anna@example.org' })).toBe('same_person')
    const by = (times: number) => ({ delegatedBy: { email: 'first@example.org', name: 'First', times } })
    expect(handOn(by(4))).toMatchObject(by(5))
    expect(handOn(by(5))).toBe('too_often')
  })
})

test('of several of one’s own the one to act on is to be signed now', () => {
  const own = [
    aSignature({ status: 'SIGNED' }),
    aSignature(sealing),
    aSignature({ status: 'WAITING' }),
    aSignature(),
  ]
  const request = aRequest({ signatures: own })
  expect(concerned(request, own, now)).toBe(own[3])
  expect(concerned(request, own.slice(0, 3), now)).toBe(own[2])
  expect(concerned(request, own.slice(0, 2), now)).toBe(own[1])
  expect(concerned(request, [], now)).toBeUndefined()
})

test('the owner is not reminded of their own request', () => {
  const request = aRequest()
  expect(isRemindable(request, aSignature({ accountId: request.owner.id }), now)).toBe(false)
})

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('a signer may be reminded again after an hour', () => {
  expect(remindAgainAt(aSignature(), now)).toBeNull()
  expect(remindAgainAt(aSignature({ remindedAt: minutesAgo(60) }), now)).toBeNull()
  expect(remindAgainAt(aSignature({ remindedAt: minutesAgo(20) }), now)).toEqual(minutesAgo(-40))
  expect(remindAgainAt(aSignature({ status: 'SIGNED', remindedAt: minutesAgo(20) }), now)).toBeNull()
})

const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
test.each([
  // ends in, was sent, reminded before, due
  [8, -30, null, null],
  [7, -30, null, 7],
  [3, -30, null, 7],
  [3, -30, 7, null],
  [2, -30, 7, 2],
  [2, -30, null, 2],
  [1, -30, 2, null],
  // With less time than that it was only just sent.
  [6, -0.5, null, null],
  [1, -3, null, 2],
  [1.5, -0.1, null, null],
  [0, -30, 7, null],
] as const)('one that ends in %s days, sent %s, reminded before %s: %s', (ends, sent, before, due) => {
  const request = aRequest({ expiresAt: days(ends), initiatedAt: days(sent) })
  expect(reminderDue(request, before, now)).toBe(due)
  expect(reminderDue({ ...request, status: 'DECLINED' }, before, now)).toBeNull()
})

test('a link that was read before the signature was delegated is nobody’s', () => {
  const signature = aSignature()
  const request = aRequest({ signatures: [signature] })
  const from = { address: '', userAgent: '', language: 'en', name: '' } as const
  const { id: signatureId } = signature
  const link = { kind: 'link', requestId: request.id, signatureId, memberId: null, ...from } as const
  expect(ownSignatures(request, { ...link, email: signature.email })).toEqual([signature])
  expect(rolesOf(request, { ...link, email: 'before@example.org' })).toEqual([])
})

test('who left has no part in it, unless they are asked again', () => {
  const accountId = crypto.randomUUID()
  const from = { address: '', userAgent: '', language: 'en', name: '', email: '', sessionId: '' } as const
  const actor = { kind: 'account', accountId, ...from } as const
  const departed = [accountId]
  const signed = aSignature({ accountId, status: 'SIGNED' })
  const left = aRequest({ departed, signatures: [signed] })
  expect([hasLeft(left, accountId), may(left, actor, 'see')]).toEqual([true, false])
  const asked = { ...left, signatures: [signed, aSignature({ accountId, status: 'WAITING' })] }
  expect([hasLeft(asked, accountId), may(asked, actor, 'see')]).toEqual([false, true])
})
