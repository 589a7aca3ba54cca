import { expect, test } from 'vitest'
import { endpointsIn } from './endpoints.ts'

const settings = { url: 'https://mtls.example', pagesUrl: 'https://auth.example' }
const path = '/auth/realms/broker/protocol/openid-connect'
const configuration = {
  authorization_endpoint: `https://auth.example${path}/auth`,
  token_endpoint: `https://auth.example/api${path}/token`,
  pushed_authorization_request_endpoint: `https://mtls.example/api${path}/ext/par/request`,
}

test('the calls that need a certificate go to the aliases, or to the same paths on that host', () => {
  const expected = {
    pushed: `https://mtls.example/api${path}/ext/par/request`,
    token: `https://mtls.example/api${path}/token`,
    page: `https://auth.example${path}/auth`,
  }
  expect(endpointsIn(configuration, settings)).toEqual(expected)
  const aliases = { token_endpoint: 'https://mtls.example/other/token' }
  expect(endpointsIn({ ...configuration, mtls_endpoint_aliases: aliases }, settings)).toEqual({
    ...expected,
    token: 'https://mtls.example/other/token',
  })
})

test.each([
  [
    'the secret',
    { mtls_endpoint_aliases: { token_endpoint: 'https://elsewhere.example/token' } },
    'misconfigured',
  ],
  ['the signer', { authorization_endpoint: 'https://elsewhere.example/auth' }, 'misconfigured'],
  ['nothing', { authorization_endpoint: undefined }, 'answer_invalid'],
])('a configuration that sends %s to another host is not followed', (_what, change, code) => {
  expect(() => endpointsIn({ ...configuration, ...change }, settings)).toThrow(
    expect.objectContaining({ code }),
  )
})
