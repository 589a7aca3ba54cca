import { getReport } from '@countersign/contract/audit-trail.ts'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

const create = { width: 300, height: 100, channels: 4 as const, background: '#16202e' }
const ink = (await sharp({ create }).png().toBuffer()).toString('base64')

let api: TestApi
let ben: Person
let requestId: string
let guest: string
const carla = `carla.${Date.now()}@example.org`
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben', lang: 'de' })
  const request = await aSignatureRequest(api, {
    owner: ben,
    title: 'Mietvertrag <b>*fett*</b> #panic("x")',
    message: 'Bitte\n<script>alert(1)</script>',
    signers: [{ email: ben.email }, { email: carla, firstName: 'שרה 李明', lastName: 'Ελένη ठाकुर 𓀀' }],
  })
  requestId = request.id
  const documentId = request.documents[0]?.id ?? ''
  const visualSignature = { image: { content: ink, content_type: 'image/png' as const } }
  const documentSignatures = [{ documentId, visualSignature }]
  const body = { signatureRequests: [{ signatureRequestId: requestId, documentSignatures }] }
  await api.call(sign, { body }, ben.as)
  guest = guestOf(linkIn(await api.inbox.next(carla))).as
  const plain = { signatureRequests: [{ signatureRequestId: requestId }] }
  await api.call(signDirect, { body: plain }, guest)
})
afterAll(() => api?.stop())

async function report(type: 'PDF' | 'JSON' | 'HTML', as = ben.as) {
  const reply = await api.ask(getReport, { params: { id: requestId }, query: { type } }, as)
  if (!reply.ok) throw new Error(reply.error.key)
  return { bytes: new Uint8Array(await reply.body.arrayBuffer()), headers: reply.headers }
}
const history = async (as = ben.as) =>
  (await api.call(requests.getEvents, { params: { id: requestId } }, as)).items

interface ReportJson {
  header: object
  userList: { email: string | null; firstname: string; userActions: Record<string, unknown>[] }[]
  error: null
  chain: { head: string; length: number }
}

test('the JSON protocol has who did what, with each certificate, and the head of the chain', async () => {
  const before = await history()
  const { bytes, headers } = await report('JSON')
  expect(headers.get('content-type')).toContain('application/json')
  const protocol = JSON.parse(Buffer.from(bytes).toString()) as ReportJson
  expect(protocol.header).toEqual({
    signatureRequestID: requestId,
    title: 'Mietvertrag <b>*fett*</b> #panic("x")',
    status: 'SIGNED',
    signatureCount: 2,
    signatureCountSigned: 2,
    attachmentNames: [],
  })
  expect(protocol.chain).toEqual({ head: before.at(-1)?.hash, length: before.length })
  expect(protocol.userList.map(({ email }) => email)).toEqual([ben.email, carla, null])
  const signed = protocol.userList[1]?.userActions.find(({ name }) => name === 'SIGNED')
  expect(signed).toMatchObject({
    ip: expect.stringContaining('127.0.0.1'),
    quality: 'SES',
    documentPageCount: 1,
    documentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    certificateSubject: expect.stringContaining('Countersign'),
    certificateSerial: expect.stringMatching(/^[0-9a-f]+$/),
    certificateIssuer: expect.stringContaining('Countersign'),
    timestampTime: expect.stringMatching(/Z$/),
  })
  expect(protocol.userList.flatMap(({ userActions }) => userActions)).toHaveLength(before.length)
})

test('who signed with a picture is shown with it, in every form', async () => {
  const { userList } = JSON.parse(Buffer.from((await report('JSON')).bytes).toString()) as ReportJson
  const [own, other] = userList.map((one) => one.userActions.find(({ name }) => name === 'SIGNED'))
  const png = Buffer.from(String(own?.signatureImage), 'base64')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png' })
  expect(other?.signatureImage).toBeNull()
  const html = Buffer.from((await report('HTML')).bytes).toString()
  expect(html).toContain('<dt>Unterschriftsbild</dt>')
  expect(html.split(`src="data:image/png;base64,${png.toString('base64')}"`)).toHaveLength(2)
  const images = execFileSync('pdfimages', ['-list', '-'], { input: (await report('PDF')).bytes }).toString()
  expect(images).toContain('image')
})

test('making a protocol is an event with the hash of what was made', async () => {
  const { bytes } = await report('HTML')
  const last = (await history()).at(-1)
  expect(last).toMatchObject({
    type: 'protocol_made',
    actor: { kind: 'account', email: ben.email },
    data: { type: 'HTML', sha256: createHash('sha256').update(bytes).digest('hex') },
  })
})

test('the HTML protocol is in the language of who asks, and what people wrote stays text', async () => {
  const { bytes } = await report('HTML')
  const html = Buffer.from(bytes).toString()
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<h1>Signaturprotokoll</h1>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<b>|href=|src="(?!data:image\/png)/)
  expect(html).toContain('שרה 李明 Ελένη ठाकुर 𓀀')
})

test('the PDF protocol is signed and time-stamped for the long term, by validators that are not ours too', async () => {
  const { bytes, headers } = await report('PDF')
  expect(headers.get('content-disposition')).toContain(`filename="${requestId}_protocol.pdf"`)
  const anchors = [
    ...(await api.context.trustService.anchors()),
    ...(await api.context.timestampAuthority.anchors()),
  ]
  const verdict = validatePdf(bytes, { anchors })
  expect(verdict.overall).toBe('TOTAL_PASSED')
  expect(verdict.signatures.map(({ type, level }) => [type, level])).toEqual([
    ['signature', 'B-LTA'],
    ['timestamp', null],
  ])
  const pem = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(bytes, pem)
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(['ok', 'ok'])
  // pdfsig does not look into document timestamps (OpenSSL above does).
  expect(outside.pdfsig[0]?.signature).toBe('Signature is Valid.')
})

test('the PDF protocol is tagged, for archives, and shows names in any script', async () => {
  const { bytes } = await report('PDF')
  const text = Buffer.from(bytes).toString('latin1')
  expect(text).toContain('/MarkInfo')
  expect(text).toMatch(/pdfaid:part>2</)
  for (const font of ['NotoSansHebrew', 'NotoSansSC', 'NotoSans']) expect(text).toContain(font)
  expect(text).toContain('/FontFile2')
})

test('a signer may have it; a stranger, and who is not signed in, may not', async () => {
  const stranger = await api.person({ firstName: 'Dora' })
  const ask = (as?: string) => api.ask(getReport, { params: { id: requestId }, query: {} }, as)
  expect(await ask(stranger.as)).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await ask()).toMatchObject({ status: 401 })
  const wrong = { params: { id: requestId }, query: { type: 'XML' as 'PDF' } }
  expect(await api.ask(getReport, wrong, ben.as)).toMatchObject({ status: 400 })
})

test('the owner sees where each call came from, the others do not', async () => {
  const toGuest = (await api.call(requests.getDirectEvents, { params: { id: requestId } }, guest)).items
  const toOwner = await history()
  expect(toOwner.find(({ type }) => type === 'signed')?.actor.address).toContain('127.0.0.1')
  expect(toGuest.map(({ hash }) => hash)).toEqual(toOwner.map(({ hash }) => hash))
  for (const { actor } of toGuest) expect([actor.address, actor.user_agent]).toEqual([null, null])
})
