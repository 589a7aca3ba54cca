import { expect, test } from 'vitest'
import { eventTitle, originOf } from './approval-words.ts'
import { en } from './protocol-words/en.ts'
import { composeProtocol, eventDetail, type ProtocolEvent } from './protocol.ts'
import { summaryOf } from './summary.ts'

const at = new Date('2026-11-20T09:31:00Z')
const signatureId = 's'
const anna = { kind: 'link', name: 'Anna', email: 'anna@example.org' }

type Told = readonly [type: string, data?: Record<string, unknown>, actor?: typeof anna]

/** What the audit trail says of the only signer, whose history this is. */
function lineOf(told: readonly Told[], status = 'SIGNED') {
  const events = told.map(([type, data, actor = anna], index): ProtocolEvent => ({
    seq: index + 1,
    type,
    at,
    actor: { ...actor, address: '192.0.2.1', userAgent: 'Browser' },
    data: { signatureId, ...data },
    hash: '',
  }))
  const protocol = composeProtocol({
    madeAt: at,
    verifyAt: '',
    request: {
      id: 'r',
      title: 'Lease',
      message: '',
      status: 'OPEN',
      quality: 'SES',
      legislation: null,
      owner: { id: 'b', name: 'Ben', email: 'ben@example.org' },
      createdAt: at,
      initiatedAt: at,
      completedAt: null,
      expiresAt: null,
    },
    business: null,
    documents: [],
    signers: [
      {
        id: signatureId,
        accountId: null,
        firstName: 'Anna',
        lastName: '',
        email: 'anna@example.org',
        mobile: null,
        status,
        signedAt: null,
        group: null,
        pictures: [],
      },
    ],
    observers: [],
    attachments: [],
    events,
  })
  return summaryOf(protocol, en).signers[0]
}

const signed = (data: Record<string, unknown> = {}, actor = anna): Told => [
  'signed',
  { signingId: 'g1', quality: 'SES', documents: [], ...data },
  actor,
]

test('a qualified seal names the organisation, and nobody’s identity was verified', () => {
  const account = { ...anna, kind: 'account' }
  const seal = { quality: 'SEAL_QES', legislation: 'EIDAS', signedAs: 'Muster AG' }
  expect(lineOf([signed(seal, account)])?.confirmedBy).toBe('sign-in to the account, seal of Muster AG')
})

test('a qualified signature was made by a verified identity', () => {
  const own = { quality: 'QES', legislation: 'EIDAS', signedAs: 'Anna Muster' }
  expect(lineOf([signed(own)])?.confirmedBy).toContain('verified identity')
})

const reminder = ['reminded', { signatureId: undefined, signatureIds: ['s'], email: [anna.email] }] as const
test.each([
  ['personal link', []],
  ['personal link sent by email', [['invitation_sent', { email: anna.email }]]],
  ['personal link sent by email', [reminder]],
  ['personal link', [reminder, ['mail_failed', { email: anna.email, kind: 'reminder' }]]],
  ['personal link', [['invitation_failed', { email: anna.email }]]],
  ['personal link', [['invitation_sent', { email: 'anna@former.example' }]]],
  ['personal link given to the sender’s system', [['link_disclosed', { email: anna.email }]]],
  [
    'personal link sent by email and given to the sender’s system',
    [['link_disclosed'], ['invitation_sent', { email: anna.email }]],
  ],
] satisfies [string, Told[]][])('a signer came by a %s', (expected, before) => {
  expect(lineOf([...before, signed()])?.confirmedBy).toBe(expected)
})

const approval = (kind: string, signingId: string, method?: string): Told => [
  'approval_given',
  { kind, signingId, method },
]

test('a signature that rests on an identity verification names its provider and day', () => {
  const identification = { provider: 'intrum', evidenceId: 'EV-1', identifiedAt: '2026-01-12T10:00:00.000Z' }
  const own = { quality: 'QES', legislation: 'ZERTES', signedAs: 'Anna Muster', identification }
  expect(lineOf([signed(own)])?.confirmedBy).toBe('personal link, verified identity (intrum, 12 Jan 2026)')
  const event = { seq: 1, type: 'signed', at, actor: { ...anna, address: null, userAgent: null }, hash: '' }
  expect(eventDetail({ ...event, data: own }, { documents: [] })).toContain('intrum · ZERTES · EV-1')
})

test.each([
  ['code', approval('TAN', 'g1')],
  ['password', approval('REAUTHENTICATE', 'g1', 'password')],
  ['company sign-in', approval('REAUTHENTICATE', 'g1', 'sso')],
  ['re-authentication', approval('REAUTHENTICATE', 'g1')],
  ['confirmation at the trust service', approval('REDIRECT', 'g1')],
])('a signature was confirmed by %s', (expected, given) => {
  expect(lineOf([given, signed()])?.confirmedBy).toBe(`personal link, ${expected}`)
})

test('a code that was given for a signature that failed confirmed no later one', () => {
  const failed: Told[] = [approval('TAN', 'g0'), ['signing_failed', { signingId: 'g0' }]]
  expect(lineOf([...failed, signed()])?.confirmedBy).toBe('personal link')
  expect(lineOf([...failed, ['delegated'], signed()])?.confirmedBy).toBe('personal link')
  expect(lineOf([['opened'], ...failed], 'OPEN')?.confirmedBy).toBe('personal link')
})

test('the history names by which means a signature was confirmed, and where where it was another place', () => {
  const actor = { ...anna, address: '192.0.2.1', userAgent: 'Browser' }
  const event = (type: string, data: ProtocolEvent['data']) => ({ seq: 1, type, at, actor, data, hash: '' })
  expect(eventTitle(en, event('approval_given', { kind: 'TAN' }))).toBe('Signature confirmed (code)')
  const failed = event('reauthentication_failed', { method: 'sso' })
  expect(eventTitle(en, failed)).toBe('Re-authentication failed (company sign-in)')
  expect(eventTitle(en, event('reauthentication_failed', {}))).toBe('Re-authentication failed')
  const signedFrom = (address?: string) =>
    originOf(en, event('signed', { approval: { kind: 'TAN', address } }))
  expect(signedFrom('198.51.100.9')).toEqual(['192.0.2.1', 'Browser', 'code: 198.51.100.9'])
  expect(signedFrom('192.0.2.1')).toEqual(['192.0.2.1', 'Browser'])
  expect(signedFrom()).toEqual(['192.0.2.1', 'Browser'])
})

test('a link that the sender’s system was given after the signature is no other way to it', () => {
  expect(lineOf([signed(), ['link_disclosed']])?.confirmedBy).toBe('personal link')
})

test('how the person came who delegated the signature says nothing of the one who has it now', () => {
  const carla = { ...anna, email: 'carla@example.org' }
  const delegated: Told[] = [
    ['invitation_sent', { email: carla.email }],
    ['opened', {}, carla],
    ['delegated'],
  ]
  expect(lineOf(delegated, 'OPEN')?.confirmedBy).toBe('–')
  expect(lineOf([...delegated, signed()])?.confirmedBy).toBe('personal link')
})
