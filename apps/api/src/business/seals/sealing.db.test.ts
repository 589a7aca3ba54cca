import { downloadDocument } from '@countersign/contract/documents.ts'
import * as calls from '@countersign/contract/seals.ts'
import { getEvents } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { sign } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { checkOutside, type OutsideVerdicts } from '#api/testing/documents/outside-validators.ts'
import { toPem } from '#api/platform/values/pem.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import { disableSeal } from './add-seal.ts'
import { proveSeal } from './prove-seal.ts'
import * as repository from './repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

/** Anna is admin and may seal; Ben belongs to it and may not; Dora does not. */
async function aCompany(seal: Parameters<typeof aSeal>[2] extends infer Given ? Partial<Given> : never = {}) {
  const [anna, ben, dora] = await Promise.all(
    ['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !dora) throw new Error('nobody came')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const name = `seal-${crypto.randomUUID().slice(0, 8).replace(/^\d/, 'a')}`
  const kept = await aSeal(api, id, { ...seal, name })
  const params = { id, sealId: name }
  const body = { members: [anna.email] }
  await api.call(calls.addSealMembers, { params, body }, anna.as)
  return { anna, ben, dora, id, name, params, seal: kept }
}

const sealWith = (request: SignatureRequest, sealAccountName: string, as: string) =>
  api.ask(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }], sealAccountName } }, as)

type More = Omit<
  Parameters<typeof api.ask<typeof sign>>[1]['body']['signatureRequests'][0],
  'signatureRequestId'
>
const sealAt = (request: SignatureRequest, sealAccountName: string, more: More, as: string) =>
  api.ask(
    sign,
    { body: { signatureRequests: [{ signatureRequestId: request.id, ...more }], sealAccountName } },
    as,
  )

async function verdictOf(request: SignatureRequest, as: string) {
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, as)
  const pdf = Buffer.from(await file.arrayBuffer())
  const services = await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))
  const anchors = [...(await allAnchors(api.context)), ...services.flat()]
  return {
    pdf,
    ours: validatePdf([pdf], { anchors, at: new Date() }),
    theirs: await checkOutside(pdf, toPem(anchors)),
  }
}

/** It has no word on document timestamps. */
const byPdfsig = ({ pdfsig }: OutsideVerdicts) =>
  pdfsig.filter(({ field }) => !field.startsWith('Timestamp')).map(({ signature }) => signature)

test.each([
  [
    'AIS',
    { service: 'ais', legislation: 'ZERTES', organisation: 'Sandbox static-qualified4-ch', quality: 'QES' },
  ],
  ['MAB', { service: 'mab', legislation: 'EIDAS', quality: 'AES' }],
] as const)('a member seals by %s in the organisation’s name, and everybody accepts it', async (_, given) => {
  const { anna, ben, name, params, seal } = await aCompany({ ...given, label: 'Lindenhof, Bern' })
  expect(seal.refusal).toBeNull()
  const image = (await strokes().png().toBuffer()).toString('base64')
  await api.call(calls.setSealImage, { params, body: { image } }, anna.as)
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email, firstName: 'Anna', lastName: 'Keller' }],
  })
  const answer = await sealWith(request, name, anna.as)
  expect(answer).toMatchObject({ ok: true, body: { signatures: [{ status: 'SIGNED', error: null }] } })
  const { ours, theirs, pdf } = await verdictOf(request, ben.as)
  expect(ours.overall).toBe('TOTAL_PASSED')
  const [signature] = ours.signatures
  expect(signature).toMatchObject({
    level: 'B-LTA',
    claims: { name: 'Lindenhof, Bern' },
    signer: { names: { organization: seal.organisation } },
  })
  expect(theirs.qpdf).toBe('clean')
  expect(theirs.signatures.map(({ openssl }) => openssl)).toEqual(theirs.signatures.map(() => 'ok'))
  expect(byPdfsig(theirs)).toEqual(['Signature is Valid.'])
  expect(pdf.includes('/Subtype /Image')).toBe(true)
  const events = await api.call(getEvents, { params: { id: request.id } }, ben.as)
  expect(JSON.stringify(events)).toContain(anna.email)
  const stored = await api.context.db
    .selectFrom('evidence_events')
    .selectAll()
    .where('request_id', '=', request.id)
    .where('type', 'in', ['signing_started', 'signed'])
    .orderBy('seq')
    .execute()
  // Both: whose seal it is, and who put it there.
  expect(stored.map(({ actor, data }) => [actor.email, data['signedAs'], data['quality']])).toEqual([
    [anna.email, 'Lindenhof, Bern', `SEAL_${given.quality}`],
    [anna.email, 'Lindenhof, Bern', `SEAL_${given.quality}`],
  ])
})

test('a seal that certifies comes first, and a person signs after it', async () => {
  const { anna, ben, name } = await aCompany({ certifies: true })
  const signers = [{ email: anna.email }, { email: ben.email }]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  expect(await sealWith(request, name, anna.as)).toMatchObject({
    body: { signatures: [{ status: 'SIGNED' }] },
  })
  const signed = await api.call(
    sign,
    { body: { signatureRequests: [{ signatureRequestId: request.id }] } },
    ben.as,
  )
  expect(signed.signatures).toMatchObject([{ status: 'SIGNED' }])
  const { ours, theirs, pdf } = await verdictOf(request, ben.as)
  expect(pdf.includes('/DocMDP')).toBe(true)
  const [seal, person] = ours.signatures.filter(({ type }) => type === 'signature')
  expect(seal).toMatchObject({ indication: 'TOTAL_PASSED', certifies: 2 })
  expect(person).toMatchObject({ indication: 'TOTAL_PASSED', certifies: null })
  expect(ours.overall).toBe('TOTAL_PASSED')
  expect(byPdfsig(theirs)).toEqual(['Signature is Valid.', 'Signature is Valid.'])
})

test('a seal that certifies does not, where someone has signed before', async () => {
  const { anna, ben, name } = await aCompany({ certifies: true })
  const signers = [{ email: anna.email }, { email: ben.email }]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, ben.as)
  expect(await sealWith(request, name, anna.as)).toMatchObject({
    body: { signatures: [{ status: 'SIGNED' }] },
  })
  const { ours, pdf } = await verdictOf(request, ben.as)
  expect(pdf.includes('/DocMDP')).toBe(false)
  expect(ours.overall).toBe('TOTAL_PASSED')
})

test('who has no right on a seal, or is not asked to sign, does not seal', async () => {
  const { anna, ben, dora, name, params, seal } = await aCompany()
  const aRequest = (owner: Person, ...signers: Person[]) =>
    aSignatureRequest(api, { owner, signers: signers.map(({ email }) => ({ email })) })
  const request = await aRequest(dora, anna, ben, dora)
  expect(await sealWith(request, name, ben.as)).toMatchObject({
    status: 403,
    error: { key: 'seal.not_allowed' },
  })
  // Outside the business it looks as if there were none.
  expect(await sealWith(request, name, dora.as)).toMatchObject({ status: 404 })
  expect(await sealWith(request, 'no-such-seal', anna.as)).toMatchObject({ status: 404 })
  expect(await sealWith(await aRequest(dora, ben), name, anna.as)).toMatchObject({ status: 404 })
  const body = { members: [anna.email] }
  await api.call(calls.removeSealMembers, { params, body }, anna.as)
  expect(await sealWith(request, name, anna.as)).toMatchObject({ status: 403 })
  await api.call(calls.addSealMembers, { params, body }, anna.as)
  await disableSeal(api.context, seal)
  expect(await sealWith(request, name, anna.as)).toMatchObject({
    status: 409,
    error: { key: 'seal.not_ready' },
  })
})

test('who asks for more than a seal gives is refused, and not for what it gives', async () => {
  const { anna, ben, name } = await aCompany()
  const { id: signatureRequestId } = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email }],
  })
  type SealLevel = Pick<
    Parameters<typeof api.ask<typeof sign>>[1]['body']['signatureRequests'][0],
    'quality' | 'legislation'
  >
  const ask = (chosen: SealLevel) =>
    api.ask(
      sign,
      { body: { signatureRequests: [{ signatureRequestId, ...chosen }], sealAccountName: name } },
      anna.as,
    )
  const tooMuch: SealLevel[] = [
    { quality: 'QES' },
    { quality: 'PART11' },
    { quality: 'AES', legislation: 'ZERTES' },
    { legislation: 'ZERTES' },
  ]
  for (const chosen of tooMuch)
    expect(await ask(chosen)).toMatchObject({ error: { key: 'signing.quality_unavailable' } })
  expect(await ask({ quality: 'AES', legislation: 'EIDAS' })).toMatchObject({
    ok: true,
    body: { signatures: [{ status: 'SIGNED' }] },
  })
})

test('a repeated call that names another seal or a higher level is refused, and the same one gets its answer', async () => {
  const { anna, ben, id, name } = await aCompany()
  const other = `${name}-other`
  await aSeal(api, id, { name: other })
  await api.call(
    calls.addSealMembers,
    { params: { id, sealId: other }, body: { members: [anna.email] } },
    anna.as,
  )
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const signed = { ok: true, body: { signatures: [{ status: 'SIGNED', error: null }] } }
  expect(await sealWith(request, name, anna.as)).toMatchObject(signed)
  expect(await sealWith(request, name, anna.as)).toMatchObject(signed)
  const tooLate = { status: 409, error: { key: 'signing.too_late' } }
  expect(await sealWith(request, other, anna.as)).toMatchObject(tooLate)
  const at = (chosen: Parameters<typeof sealAt>[2]) => sealAt(request, name, chosen, anna.as)
  expect(await at({ quality: 'AES', legislation: 'EIDAS' })).toMatchObject(signed)
  expect(await at({ quality: 'QES' })).toMatchObject(tooLate)
  expect(await at({ legislation: 'ZERTES' })).toMatchObject(tooLate)
})

test('the name alone shows no picture of the seal, and a visual signature of a person is refused', async () => {
  const { anna, ben, name, params } = await aCompany()
  const image = (await strokes().png().toBuffer()).toString('base64')
  await api.call(calls.setSealImage, { params, body: { image } }, anna.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const documentId = request.documents[0]?.id ?? ''
  const shownBy = (visualSignature: { id: string } | null) =>
    sealAt(request, name, { documentSignatures: [{ documentId, visualSignature }] }, anna.as)
  expect(await shownBy({ id: crypto.randomUUID() })).toMatchObject({
    status: 400,
    error: {
      key: 'validation.failed',
      fields: [
        { field: 'signatureRequests.0.documentSignatures.0.visualSignature.id', code: 'not_with_seal' },
      ],
    },
  })
  expect(await shownBy(null)).toMatchObject({ body: { signatures: [{ status: 'SIGNED' }] } })
  const { ours, pdf } = await verdictOf(request, ben.as)
  expect(ours.overall).toBe('TOTAL_PASSED')
  expect(pdf.includes('/Subtype /Image')).toBe(false)
})

test('a trust service that seals with another organisation’s key is not believed', async () => {
  const { anna, ben, name, seal } = await aCompany({ service: 'mab' })
  await api.context.pool.query("UPDATE seals SET seal_name = 'Other AG' WHERE id = $1", [seal.id])
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await sealWith(request, name, anna.as)).toMatchObject({
    body: { signatures: [{ status: 'ERROR', error: 'signing_failed' }] },
  })
  await api.context.pool.query('UPDATE seals SET seal_name = $2 WHERE id = $1', [seal.id, seal.sealName])
  expect(await sealWith(request, name, anna.as)).toMatchObject({
    body: { signatures: [{ status: 'SIGNED', error: null }] },
  })
})

test('a seal is asked for its proof once, however often the job runs', async () => {
  const { seal } = await aCompany()
  await proveSeal(api.context, seal.id)
  expect((await repository.findById(api.context.db, seal.id))?.provedAt).toEqual(seal.provedAt)
})
