import type { Legislation } from '@countersign/contract/values.ts'
import { acceptTerms } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/identifications.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { endIdentification, signInAtIdAustria } from '#api/testing/identification/pages.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// Whatever a provider does: it is told, nothing is left half done, and beginning again leads to a good end.

const { eidas, zertes, idAustria } = calls.identificationCalls.user
const options = { srs: eidas.video, intrum: zertes.auto } as const
const patience = { timeout: 40_000, interval: 200 }
const pageOf = (one: { identUrl: string | null }) => one.identUrl ?? 'none'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  await aPayingBusiness(api, ben)
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(() => api?.stop())

async function whoeverIsAsked(legislation: Legislation) {
  const person = await aPersonWithMobile(api, { firstName: 'Anna', lastName: 'Müller' })
  const signers = [{ email: person.email }]
  const request = await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation, signers })
  return { as: person.as, body: { signatureRequestId: request.id } }
}

const accept = (as: Person['as']) => api.call(acceptTerms, { body: { tou_swisscom: true } }, as)
const well = { appointmentStatus: 'activatingQES', evidence: { lastName: 'Müller', nameDiffers: false } }
const old = { appointmentStatus: 'failure', failure: { code: 'document_expired', isRetryable: true } }
const renamed = { ...well, evidence: { lastName: 'Müller-Sandbox', nameDiffers: true } }

test.each([
  ['srs', ['bad_signature'], well],
  ['intrum', ['bad_signature'], well],
  ['srs', ['webhook_lost', 'unknown_status'], well],
  ['intrum', ['webhook_lost', 'unknown_status'], well],
  ['srs', ['webhook_lost', 'status_503', 'status_503', 'status_503'], well],
  ['intrum', ['webhook_lost', 'refused', 'refused', 'refused'], well],
  ['srs', ['name_mismatch'], renamed],
  ['intrum', ['document_expired'], old],
] as const)('%s: %j', async (provider, faults, expected) => {
  const option = options[provider]
  const { as, body } = await whoeverIsAsked(provider === 'srs' ? 'EIDAS' : 'ZERTES')
  const begun = await api.call(option.create, { body }, as)
  for (const fault of faults) await api.fault(provider, fault)
  await endIdentification(pageOf(begun), 'success')
  const newest = async () => (await api.call(option.get, {}, as)).identification
  await vi.waitFor(async () => expect(await newest()).toMatchObject(expected), patience)
  if (expected === old) {
    const again = await api.call(option.create, { body }, as)
    expect(again.id).not.toBe(begun.id)
    await endIdentification(pageOf(again), 'success')
    await vi.waitFor(async () => expect(await newest()).toMatchObject(well), patience)
  }
  await accept(as)
  expect(await newest()).toMatchObject({ appointmentStatus: 'success', isOngoing: false })
})

test.each([
  ['user_cancel', 'cancelled'],
  ['level_too_low', 'level_too_low'],
  ['status_503', 'provider_failed'],
  ['wrong_nonce', 'provider_failed'],
  ['expired_token', 'provider_failed'],
  ['wrong_audience', 'provider_failed'],
  ['wrong_issuer', 'provider_failed'],
  ['bad_signature', 'provider_failed'],
] as const)('ID Austria: %s ends it as %s, and beginning again leads to a good end', async (fault, code) => {
  const { as } = await api.person({ firstName: 'Johanna', lastName: 'Gruber' })
  const handleReturn = async (begun: { identUrl: string | null }) => {
    const { search: query } = await signInAtIdAustria(pageOf(begun), 'Johanna')
    return api.call(calls.returnIdAustria, { body: { query } }, as)
  }
  const begun = await api.call(idAustria.create, { body: {} }, as)
  await api.fault('id-austria', fault)
  expect(await handleReturn(begun)).toMatchObject({
    appointmentStatus: 'failure',
    failure: { code, isRetryable: true },
    isOngoing: false,
  })
  const again = await api.call(idAustria.create, { body: {} }, as)
  expect(await handleReturn(again)).toMatchObject({ appointmentStatus: 'activatingQES' })
})
