import { randomBytes } from 'node:crypto'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { findCrlEntry, parseCrl } from '@countersign/pdf-signature/cms/revocation/crl.ts'
import { ocspRequest, parseOcspResponse } from '@countersign/pdf-signature/cms/revocation/ocsp.ts'
import { sequence } from '@countersign/pdf-signature/cms/der/der-writer.ts'
import { pem, withOpenssl } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import { aHolder } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { fromPem } from '#api/platform/values/pem.ts'
import { openLocalAuthority } from './authority.ts'
import { inMemoryKeyStore } from './in-memory-key-store.ts'
import { registerPki } from './pki-routes.ts'

const stranger = aHolder({ name: 'Time-stamp root' })

async function aPkiSite() {
  const installation = { organization: 'Countersign', publicUrl: 'https://sign.example.test' }
  const options = {
    store: inMemoryKeyStore(),
    masterKey: { current: randomBytes(32), previous: [] },
    installation,
    now: () => new Date(),
  }
  const authority = await openLocalAuthority(options)
  const app = fastify()
  const timestamp = async () => [stranger.certificate.raw]
  const all = async () => [...(await authority.anchors()), ...(await timestamp())]
  await registerPki(app, authority, { all, timestamp })
  const [issuing, service] = [await authority.current('issuing'), await authority.current('service')]
  return { authority, app, issuing: issuing.certificate, service: service.certificate }
}

const ocspHeaders = { 'content-type': 'application/ocsp-request' }

test('all anchors are in one PEM file, the time-stamp authority’s too', async () => {
  const { app, authority } = await aPkiSite()
  const answer = await app.inject('/pki/anchors.pem')
  expect(answer.headers['content-type']).toContain('application/pem-certificate-chain')
  const subjects = fromPem(answer.body).map((der) => parseCertificate(der).subject)
  expect(subjects).toContain(stranger.certificate.subject)
  expect(subjects).toContain((await authority.current('root')).certificate.subject)
  expect(subjects.some((subject) => subject.includes('DEMONSTRATION'))).toBe(true)
})

test('the service’s own anchors, to which its evidence chains, are apart from those of the time-stamp authority', async () => {
  const { app, authority } = await aPkiSite()
  const subjectsOf = async (name: string) =>
    fromPem((await app.inject(`/pki/${name}.pem`)).body).map((der) => parseCertificate(der).subject)
  expect(await subjectsOf('evidence-anchors')).toEqual([
    (await authority.current('root')).certificate.subject,
  ])
  expect(await subjectsOf('timestamp-anchors')).toEqual([stranger.certificate.subject])
})

test('certificates and lists are where the certificates say', async () => {
  const { app, service, issuing } = await aPkiSite()
  const fetch = async (url: string | undefined) => app.inject(new URL(url ?? '').pathname)
  const issuer = await fetch(service.issuerUrls[0])
  expect(issuer.headers['content-type']).toBe('application/pkix-cert')
  expect(parseCertificate(issuer.rawPayload).subject).toBe(issuing.subject)
  for (const url of [service.crlUrls[0], issuing.crlUrls[0]]) {
    const list = await fetch(url)
    expect(list.headers['content-type']).toBe('application/pkix-crl')
    expect(findCrlEntry(parseCrl(list.rawPayload), service.serialNumber)).toBeUndefined()
  }
})

test('a revoked certificate is on the list and in the OCSP answers', async () => {
  const { app, authority, service, issuing } = await aPkiSite()
  const payload = Buffer.from(ocspRequest(service, issuing))
  const ask = async () => {
    const answer = await app.inject({ method: 'POST', url: '/pki/ocsp', headers: ocspHeaders, payload })
    expect(answer.headers['content-type']).toBe('application/ocsp-response')
    return parseOcspResponse(answer.rawPayload).responses[0]
  }
  expect(await ask()).toMatchObject({ status: 'good' })
  await authority.store.revoke(service.serialNumber, new Date(), 5)
  expect(await ask()).toMatchObject({ status: 'revoked', reason: 5 })
  const list = parseCrl((await app.inject('/pki/issuing.crl')).rawPayload)
  expect(findCrlEntry(list, service.serialNumber)).toMatchObject({ reason: 5 })
})

test('OCSP answers by GET too, and repeats the nonce', async () => {
  const { app, service, issuing } = await aPkiSite()
  const nonce = Buffer.alloc(16, 0xff)
  const request = Buffer.from(ocspRequest(service, issuing, nonce)).toString('base64')
  expect(request).toContain('/')
  for (const path of [encodeURIComponent(request), request]) {
    const response = parseOcspResponse((await app.inject(`/pki/ocsp/${path}`)).rawPayload)
    expect(response.responses[0]?.status).toBe('good')
    expect(Buffer.from(response.nonce ?? []).equals(nonce)).toBe(true)
  }
})

test('certificates of others are unknown, and anything but a request is malformed', async () => {
  const { app, service, issuing } = await aPkiSite()
  const post = (payload: Buffer) =>
    app.inject({ method: 'POST', url: '/pki/ocsp', headers: ocspHeaders, payload })
  const other = await post(Buffer.from(ocspRequest(stranger.certificate, issuing)))
  expect(parseOcspResponse(other.rawPayload).responses[0]?.status).toBe('unknown')
  const elsewhere = await post(Buffer.from(ocspRequest(service, stranger.certificate)))
  expect(parseOcspResponse(elsewhere.rawPayload).responses[0]?.status).toBe('unknown')
  const longNonce = Buffer.from(ocspRequest(service, issuing, new Uint8Array(129)))
  for (const payload of [longNonce, Buffer.from('hello'), Buffer.from('3000', 'hex'), Buffer.alloc(0)])
    expect((await post(payload)).rawPayload.toString('hex')).toBe('30030a0101')
})

test('an OCSP request about more than sixteen certificates is malformed', async () => {
  const { app, service, issuing } = await aPkiSite()
  const contentOf = (der: Uint8Array) => der.subarray((der[1] ?? 0) < 0x80 ? 2 : 2 + ((der[1] ?? 0) & 0x7f))
  const [one = Buffer.of()] = [ocspRequest(service, issuing)].map(contentOf).map(contentOf).map(contentOf)
  const ask = async (count: number) => {
    const payload = Buffer.from(sequence(sequence(sequence(...Array.from({ length: count }, () => one)))))
    return (await app.inject({ method: 'POST', url: '/pki/ocsp', headers: ocspHeaders, payload })).rawPayload
  }
  expect(parseOcspResponse(await ask(16)).responses).toHaveLength(16)
  expect((await ask(17)).toString('hex')).toBe('30030a0101')
})

test('OpenSSL as an OCSP client takes the answer over HTTP', async () => {
  const { app, service, issuing, authority } = await aPkiSite()
  const root = (await authority.current('root')).certificate
  const files = { 'root.pem': pem(root.raw), 'issuing.pem': pem(issuing.raw), 'leaf.pem': pem(service.raw) }
  const request = withOpenssl(files, (openssl, read) => {
    openssl(...'ocsp -issuer issuing.pem -cert leaf.pem -reqout request.der'.split(' '))
    return read('request.der')
  })
  const payload = Buffer.from(request)
  const answer = await app.inject({ method: 'POST', url: '/pki/ocsp', headers: ocspHeaders, payload })
  const all = { ...files, 'request.der': request, 'response.der': answer.rawPayload }
  const output = withOpenssl(all, (openssl) =>
    openssl(
      ...'ocsp -reqin request.der -respin response.der -issuer issuing.pem -cert leaf.pem -CAfile root.pem -no_nonce'.split(
        ' ',
      ),
    ),
  )
  expect(output).toContain('Response verify OK')
  expect(output).toContain('leaf.pem: good')
})
