import { acceptTerms } from '@countersign/contract/accounts.ts'
import { proceed } from '@countersign/contract/approvals.ts'
import * as calls from '@countersign/contract/identifications.ts'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { getEvents } from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orderOf } from '#api/testing/request-actions.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt } from '#api/testing/approve.ts'
import { endIdentification } from '#api/testing/identification/pages.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

const { zertes } = calls.identificationCalls.user
interface Report {
  readonly userList: readonly {
    readonly userActions: readonly { readonly name: string; readonly mabEvidenceId: string | null }[]
  }[]
}
const patience = { timeout: 60_000, interval: 100 }

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  await aPayingBusiness(api, ben)
})
afterAll(() => api?.stop())

type Signer = Person & { readonly mobile: string }
const aRequest = (signer: Person) =>
  aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'ZERTES',
    signers: [{ email: signer.email }],
  })

async function beIdentified(signer: Signer, signatureRequestId: string): Promise<void> {
  const begun = await api.call(zertes.video.create, { body: { signatureRequestId } }, signer.as)
  await endIdentification(begun.identUrl ?? '', 'success')
  await vi.waitFor(async () => {
    const { identification } = await api.call(zertes.video.get, {}, signer.as)
    expect(identification?.id).toBe(begun.id)
    expect(identification?.evidence).not.toBeNull()
  }, patience)
}

async function trySigning(signer: Signer, request: Awaited<ReturnType<typeof aRequest>>) {
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const status = () => api.call(getSigningStatus, { params }, signer.as)
  await api.call(sign, orderOf(request.id), signer.as)
  const begun = await vi.waitFor(async () => {
    const now = await status()
    expect(now.step?.url ?? now.error).toEqual(expect.any(String))
    return now
  }, patience)
  if (begun.step?.url) {
    await approveAt(api.inbox, begun.step.url, { mobile: signer.mobile })
    await api.call(proceed, { params: { id: begun.step.id }, body: {} }, signer.as)
  }
  await vi.waitFor(async () => expect((await status()).status).not.toBe('OPEN'), patience)
  return status()
}

async function actionsIn(id: string) {
  const protocol = await api.call(getReport, { params: { id }, query: { type: 'JSON' } }, ben.as)
  const { userList } = JSON.parse(await protocol.text()) as Report
  return userList.flatMap(({ userActions }) => userActions)
}

test('who was identified signs with their name; with another phone not until they are identified again', async () => {
  const anna = await aPersonWithMobile(api, { firstName: 'Anna', lastName: 'Müller' })
  const first = await aRequest(anna)
  const refused = await api.ask(sign, orderOf(first.id), anna.as)
  expect(refused.ok || refused.error.key).toBe('signing.identification_required')

  await beIdentified(anna, first.id)
  await api.call(acceptTerms, { body: { tou_swisscom: true } }, anna.as)
  expect(await trySigning(anna, first)).toMatchObject({ status: 'SIGNED', error: null })
  const { items } = await api.call(getEvents, { params: { id: first.id } }, ben.as)
  const signed = items.find(({ type }) => type === 'signed')
  expect(JSON.stringify(signed?.data)).toContain('CN=Anna Müller')
  const proved = items.find(({ type }) => type === 'identified')
  expect(proved?.seq).toBeLessThan(signed?.seq ?? 0)
  const told = (await actionsIn(first.id)).find(({ name }) => name === 'IDENTIFIED')
  expect(told).toMatchObject({ legislation: 'ZERTES', mabEvidenceId: expect.stringMatching(/^EV-/) })

  // A later signature names what it rests on, too.
  const later = await aRequest(anna)
  expect(await trySigning(anna, later)).toMatchObject({ status: 'SIGNED', error: null })
  const actions = await actionsIn(later.id)
  expect(actions.map(({ name }) => name)).not.toContain('IDENTIFIED')
  expect(actions.find(({ name }) => name === 'SIGNED')?.mabEvidenceId).toBe(told?.mabEvidenceId)

  // The phone was lost: the trust service knows another means of approval now.
  const renew = `${api.sandboxUrl}/api/trust-services/people/${encodeURIComponent(anna.mobile)}/renew-means`
  expect((await fetch(renew, { method: 'POST' })).ok).toBe(true)
  const second = await aRequest(anna)
  expect(await trySigning(anna, second)).toMatchObject({ status: 'ERROR', error: 'serial_number_mismatch' })
  const { identification } = await api.call(zertes.video.get, {}, anna.as)
  expect(identification?.failure).toEqual({ code: 'means_changed', isRetryable: true })

  await beIdentified(anna, second.id)
  expect(await trySigning(anna, second)).toMatchObject({ status: 'SIGNED', error: null })
})
