import { expect, test } from 'vitest'
import { anOrder } from '../stepwise/conformance.ts'
import { aPerson } from '../stepwise/people.fixture.ts'
import { pageAddress, pushedRequest } from './pushed-request.ts'
import { audienceOf } from './wire.ts'

test('what is pushed, and the address of the page, have the form that the service documents', () => {
  const party = aPerson('QES', 'EIDAS')
  if (party.kind !== 'person') throw new Error('Not a person')
  const order = anOrder(party)
  const [document] = order.documents
  expect(pushedRequest('PWDOTP', order, party, 'OnDemand-Qualified4.1-EU', 'a state')).toEqual({
    redirect_uri: 'https://sign.example.test/return',
    state: 'a state',
    client_session_id: order.reference,
    scope: 'sign',
    login_hint: {
      namespace: 'PWDOTP',
      identifier: '+41791234567',
      email: 'anna.mueller@example.test',
    },
    claims: {
      credentialID: 'OnDemand-Qualified4.1-EU',
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      documentDigests: [
        { hash: Buffer.from(document?.digest ?? []).toString('base64'), label: 'Contract 0' },
      ],
    },
    user_email: 'anna.mueller@example.test',
  })
  const announced = 'https://auth.example/auth/realms/broker/protocol/openid-connect/auth'
  const address = pageAddress(announced, 'client', order.returnUrl, 'request', 'a state')
  const { origin, pathname, searchParams } = new URL(address)
  expect([origin, pathname]).toEqual([
    'https://auth.example',
    '/auth/realms/broker/protocol/openid-connect/auth',
  ])
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'client',
    redirect_uri: order.returnUrl,
    request_uri: 'request',
    state: 'a state',
    nonce: expect.stringMatching(/^[\w-]{32}$/),
    response_type: 'code',
  })
})

test('only a token with one audience says where to sign', () => {
  const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
  expect(audienceOf(token({ aud: 'https://sign.example' }))).toBe('https://sign.example')
  expect(audienceOf(token({ aud: ['https://sign.example'] }))).toBe('https://sign.example')
  for (const wrong of [token({ aud: ['a', 'b'] }), token({ aud: [] }), token({}), token(null), 'a.b', ''])
    expect(audienceOf(wrong)).toBeUndefined()
})
