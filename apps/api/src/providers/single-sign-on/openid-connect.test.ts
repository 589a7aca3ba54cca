import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInAtSandbox } from '#api/testing/company.ts'
import { productClient } from '../../../../sandbox/src/single-sign-on/clients.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { identityOf } from './claims.ts'
import { singleSignOnConformance } from './conformance.ts'
import { openIdConnect } from './openid-connect.ts'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: 'http://127.0.0.1:1' })
})
afterEach(() => sandbox.close())

singleSignOnConformance('OpenID Connect', () => ({
  singleSignOn: openIdConnect({ timeoutMs: 300 }),
  provider: {
    name: 'Company',
    issuer: `${sandbox.url}/single-sign-on`,
    clientId: productClient.id,
    clientSecret: productClient.secret,
    domains: ['company.example'],
  },
  redirectUri: 'http://127.0.0.1:1/v1/single-sign-on/callback',
  signIn: async (address) => (await signInAtSandbox(address, { subject: 'Mara' })).search,
  failNext: async (kind) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ party: 'single_sign_on', kind })
    const response = await fetch(`${sandbox.url}/api/faults`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
  },
}))

describe('claims', () => {
  const claims = { iss: 'https://login.example', sub: '1' }

  test.each([
    [{ given_name: ' Mara ', family_name: 'Steiner' }, ['Mara', 'Steiner']],
    [{ name: 'Anna Maria von Allmen' }, ['Anna Maria von', 'Allmen']],
    [{ name: 'Mara' }, ['Mara', '']],
    [{ given_name: 'Ma\u0000ra\n', family_name: 7 }, ['Ma ra', '']],
    [{}, ['', '']],
  ])('%j', (given, names) => {
    const { firstName, lastName } = identityOf({ ...claims, ...given })
    expect([firstName, lastName]).toEqual(names)
  })

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['no', false],
    [undefined, null],
  ])('email_verified %j is %j', (given, known) => {
    expect(identityOf({ ...claims, email_verified: given }).emailVerified).toBe(known)
  })
})
