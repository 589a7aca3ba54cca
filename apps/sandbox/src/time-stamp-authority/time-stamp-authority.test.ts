import { createHash, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { id_signedData, SignedData } from '@peculiar/asn1-cms'
import { BasicOCSPResponse, OCSPResponse, OCSPResponseStatus } from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier, CertificateList, Extension, Extensions } from '@peculiar/asn1-x509'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTimeStampAuthority } from './authority.ts'
import { bufferOf } from './certificates.ts'
import { derSetOf } from './der.ts'
import { ocspRequestFor } from './ocsp-request.fixture.ts'
import { startTimeStampAuthority } from './start.ts'
import type { RunningTimeStampAuthority } from './start.ts'
import { SANDBOX_POLICY } from './token.ts'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const digest = createHash('sha256').update('signature').digest()
let authority: RunningTimeStampAuthority
let root: X509Certificate

beforeAll(async () => {
  authority = await startTimeStampAuthority({ port: 0 })
  root = new X509Certificate(authority.anchorsPem)
})

afterAll(() => authority.close())

describe('a token', () => {
  test('holds the hash, the nonce, the policy and the time, signed under the root', async () => {
    const nonce = Uint8Array.of(0x00, 0xff, 0x01, 0x02).buffer
    const before = Date.now() - 1000
    const { info, certificate, isSigned } = open(await ask(aRequest({ nonce, reqPolicy: SANDBOX_POLICY })))
    expect(Buffer.from(info.messageImprint.hashedMessage.buffer)).toEqual(digest)
    expect(info.nonce && Buffer.from(info.nonce)).toEqual(Buffer.from(nonce))
    expect(info.policy).toBe(SANDBOX_POLICY)
    expect(info.genTime.getTime()).toBeGreaterThanOrEqual(before)
    expect(info.genTime.getTime()).toBeLessThanOrEqual(Date.now())
    expect(isSigned).toBe(true)
    expect(certificate?.verify(root.publicKey)).toBe(true)
    expect(certificate?.keyUsage).toEqual(['1.3.6.1.5.5.7.3.8'])
  })

  test('carries a certificate only when asked, and a new serial number each time', async () => {
    const first = open(await ask(aRequest({ certReq: false })))
    const second = open(await ask(aRequest({})))
    expect([first.certificate, second.certificate === undefined]).toEqual([undefined, false])
    expect(Buffer.from(first.info.serialNumber)).not.toEqual(Buffer.from(second.info.serialNumber))
    expect(first.info.nonce).toBeUndefined()
  })

  test('names its certificate in signing-certificate-v2', async () => {
    const { certificate, essCertIdV2 } = open(await ask(aRequest({})))
    expect(
      essCertIdV2.includes(
        createHash('sha256')
          .update(certificate?.raw ?? '')
          .digest(),
      ),
    ).toBe(true)
  })

  test('of the second unit is signed by another certificate under the same root', async () => {
    const first = open(await ask(aRequest({})))
    const second = open(await ask(aRequest({}), authority.secondUrl))
    expect([second.isSigned, second.certificate?.verify(root.publicKey)]).toEqual([true, true])
    expect(second.certificate?.fingerprint256).not.toBe(first.certificate?.fingerprint256)
  })
})

describe('a request is rejected', () => {
  const short = new OctetString(bufferOf(digest.subarray(1)))
  const sha1 = new AlgorithmIdentifier({ algorithm: '1.3.14.3.2.26' })
  const extension = new Extension({ extnID: '1.2.3', extnValue: new OctetString(Uint8Array.of(5, 0).buffer) })
  test.each([
    ['not DER', new Uint8Array([1, 2, 3]), 5],
    ['empty', new Uint8Array(), 5],
    ['another version', ofVersion2(der(aRequest({}))), 2],
    ['SHA-1', der(aRequest({ messageImprint: anImprint(sha1) })), 0],
    ['a hash of the wrong length', der(aRequest({ messageImprint: anImprint(undefined, short) })), 5],
    ['another policy', der(aRequest({ reqPolicy: '1.2.3' })), 15],
    ['an extension', der(aRequest({ extensions: new Extensions([extension]) })), 16],
  ])('%s', async (_name, request, bit) => {
    const { status, timeStampToken } = await ask(request)
    expect([status.status, timeStampToken]).toEqual([PKIStatus.rejection, undefined])
    expect(status.statusString?.[0]).toMatch(/\w/)
    const bytes = new Uint8Array(status.failInfo?.value ?? new ArrayBuffer(0))
    expect(bytes.findIndex((byte) => byte !== 0) * 8 + Math.clz32(bytes.at(-1) ?? 0) - 24).toBe(bit)
  })

  test('another content type is refused by HTTP', async () => {
    const response = await fetch(authority.url, { method: 'POST', body: 'text' })
    expect(response.status).toBe(415)
  })
})

describe('the status of the certificate', () => {
  test('its certificate names where status and issuer are found, and they are there', async () => {
    const { certificate } = open(await ask(aRequest({})))
    const base = authority.url.replace(/\/tsa$/, '')
    expect(certificate?.infoAccess).toContain(`OCSP - URI:${base}/tsa/ocsp`)
    const issuer = await fetch(`${base}/tsa/root.crt`)
    expect(new X509Certificate(Buffer.from(await issuer.arrayBuffer())).fingerprint256).toBe(
      root.fingerprint256,
    )
    expect(await (await fetch(`${base}/tsa/root.pem`)).text()).toBe(authority.anchorsPem)
    const list = AsnConvert.parse(await (await fetch(`${base}/tsa/crl`)).arrayBuffer(), CertificateList)
    expect(isSignedBy(AsnConvert.serialize(list.tbsCertList), list.signature, root)).toBe(true)
  })

  test('OCSP says good for ours, unknown for others, malformed for nonsense, by POST and by GET', async () => {
    const { certificate } = open(await ask(aRequest({})))
    const query = ocspRequestFor(certificate, root)
    const answer = await askOcsp(query)
    expect(answer.responses).toMatchObject([{ good: null }])
    expect([answer.isSigned, answer.nonce]).toEqual([true, true])
    const get = await fetch(`${authority.url}/ocsp/${encodeURIComponent(query.toString('base64'))}`)
    expect(Buffer.from(await get.arrayBuffer())[0]).toBe(0x30)
    expect((await askOcsp(ocspRequestFor(certificate, certificate))).responses).toMatchObject([
      { unknown: null },
    ])
    const nonsense = AsnConvert.parse(await postOcsp(Buffer.from('x')), OCSPResponse)
    expect([nonsense.responseStatus, nonsense.responseBytes]).toEqual([
      OCSPResponseStatus.malformedRequest,
      undefined,
    ])
  })
})

describe('a fault', () => {
  test.each([
    ['bad_signature', false, true],
    ['wrong_imprint', true, false],
  ] as const)('%s spoils the next token only', async (kind, isSigned, isSameHash) => {
    authority.faults.set({ party: 'tsa', kind, times: 1 })
    const tampered = open(await ask(aRequest({})))
    expect(tampered.isSigned).toBe(isSigned)
    expect(Buffer.from(tampered.info.messageImprint.hashedMessage.buffer).equals(digest)).toBe(isSameHash)
    expect(open(await ask(aRequest({}))).isSigned).toBe(true)
  })

  test('of one unit leaves the other alone; 503 and a dropped connection are what HTTP callers see', async () => {
    authority.faults.set({ party: 'tsa', kind: 'status_503', times: 1 })
    authority.faults.set({ party: 'tsa', kind: 'refused', times: 1 })
    expect(open(await ask(aRequest({}), authority.secondUrl)).isSigned).toBe(true)
    const unavailable = await post(der(aRequest({})))
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1'])
    await expect(post(der(aRequest({})))).rejects.toThrow('fetch failed')
    expect((await post(der(aRequest({})))).status).toBe(200)
  })

  test('timeout never answers', async () => {
    authority.faults.set({ party: 'tsa', kind: 'timeout', times: 1 })
    await expect(post(der(aRequest({})), authority.url, AbortSignal.timeout(100))).rejects.toThrow(/timeout/i)
    expect((await post(der(aRequest({})))).status).toBe(200)
  })
})

test('keys outlive a restart; a new address gets new unit certificates under the same root', () => {
  const data = mkdtempSync(join(tmpdir(), 'tsa-'))
  const first = openTimeStampAuthority('http://localhost:1', data)
  const again = openTimeStampAuthority('http://localhost:1', data)
  const moved = openTimeStampAuthority('http://localhost:2', data)
  rmSync(data, { recursive: true })
  expect([again.anchorsPem, again.units.tsa.der]).toEqual([first.anchorsPem, first.units.tsa.der])
  expect(moved.anchorsPem).toBe(first.anchorsPem)
  expect(new X509Certificate(moved.units.tsa.der).infoAccess).toContain('http://localhost:2/tsa/ocsp')
})

function aRequest(changes: Partial<TimeStampReq>): TimeStampReq {
  return new TimeStampReq({ messageImprint: anImprint(), certReq: true, ...changes })
}

function anImprint(algorithm?: AlgorithmIdentifier, hash?: OctetString): MessageImprint {
  return new MessageImprint({
    hashAlgorithm: algorithm ?? new AlgorithmIdentifier({ algorithm: SHA_256 }),
    hashedMessage: hash ?? new OctetString(bufferOf(digest)),
  })
}

function der(request: TimeStampReq): Uint8Array<ArrayBuffer> {
  return new Uint8Array(AsnConvert.serialize(request))
}

/** The version is the first field: 30 len 02 01 01. */
function ofVersion2(request: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return request.with(4, 2)
}

function post(body: Uint8Array<ArrayBuffer>, url = authority.url, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/timestamp-query' }
  return fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) })
}

async function ask(
  request: TimeStampReq | Uint8Array<ArrayBuffer>,
  url = authority.url,
): Promise<TimeStampResp> {
  const response = await post(request instanceof TimeStampReq ? der(request) : request, url)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/timestamp-reply',
  ])
  return AsnConvert.parse(await response.arrayBuffer(), TimeStampResp)
}

/** What a relying party reads out of a token; the signature is checked against the token's or the first unit's certificate. */
function open({ status, timeStampToken }: TimeStampResp) {
  expect([status.status, timeStampToken?.contentType]).toEqual([PKIStatus.granted, id_signedData])
  const signed = AsnConvert.parse(timeStampToken?.content ?? new ArrayBuffer(0), SignedData)
  const content = Buffer.from(signed.encapContentInfo.eContent?.single?.buffer ?? new ArrayBuffer(0))
  const held = signed.certificates?.[0]?.certificate
  const certificate = held && new X509Certificate(Buffer.from(AsnConvert.serialize(held)))
  const signer = signed.signerInfos[0]
  // RFC 5652 §5.4: signed as a SET OF, though written with an implicit tag; in the order in which they are written.
  const attributes = derSetOf(
    (signer?.signedAttrs ?? []).map((one) => Buffer.from(AsnConvert.serialize(one))),
  )
  const attribute = (type: string): Buffer =>
    Buffer.from(
      signer?.signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0] ?? new ArrayBuffer(0),
    )
  const messageDigest = attribute('1.2.840.113549.1.9.4').subarray(2)
  const isSigned =
    messageDigest.equals(createHash('sha256').update(content).digest()) &&
    certificate !== undefined &&
    isSignedBy(attributes, signer?.signature.buffer ?? new ArrayBuffer(0), certificate)
  const essCertIdV2 = attribute('1.2.840.113549.1.9.16.2.47')
  return { info: AsnConvert.parse(content, TSTInfo), certificate, isSigned, essCertIdV2 }
}

function isSignedBy(
  data: ArrayBuffer | Uint8Array,
  signature: ArrayBuffer,
  certificate: X509Certificate,
): boolean {
  return verify('sha256', new Uint8Array(data), certificate.publicKey, new Uint8Array(signature))
}

async function postOcsp(body: Buffer): Promise<ArrayBuffer> {
  const headers = { 'content-type': 'application/ocsp-request' }
  const response = await fetch(`${authority.url}/ocsp`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  expect(response.headers.get('content-type')).toBe('application/ocsp-response')
  return response.arrayBuffer()
}

async function askOcsp(query: Buffer) {
  const { responseBytes } = AsnConvert.parse(await postOcsp(query), OCSPResponse)
  const basic = AsnConvert.parse(responseBytes?.response.buffer ?? new ArrayBuffer(0), BasicOCSPResponse)
  const responder = basic.certs?.[0]
  const certificate = responder && new X509Certificate(Buffer.from(AsnConvert.serialize(responder)))
  const isSigned =
    certificate?.verify(root.publicKey) === true &&
    certificate.keyUsage.includes('1.3.6.1.5.5.7.3.9') &&
    isSignedBy(AsnConvert.serialize(basic.tbsResponseData), basic.signature, certificate)
  const nonce = basic.tbsResponseData.responseExtensions?.some(
    ({ extnID }) => extnID === '1.3.6.1.5.5.7.48.1.2',
  )
  return { responses: basic.tbsResponseData.responses.map(({ certStatus }) => certStatus), isSigned, nonce }
}
