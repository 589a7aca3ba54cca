import { randomBytes } from 'node:crypto'
import { keyUsageBits } from '@countersign/pdf-signature/cms/certificates/certificate-extensions.ts'
import { oids } from '@countersign/pdf-signature/cms/der/object-identifiers.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import {
  aHolder,
  aTimestampToken,
  sha256,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { pem, withOpenssl } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import { describe, expect, test } from 'vitest'
import { trustServiceConformance } from '../conformance.ts'
import { openLocalAuthority } from './authority.ts'
import type { AuthorityOptions } from './authority-options.ts'
import { inMemoryKeyStore } from './in-memory-key-store.ts'
import { currentCrl } from './status.ts'
import { localTrustService } from './trust-service.ts'

const unit = aHolder({ name: 'Time-stamps', extensions: timestampingExtensions() })
const timestamp = async (digest: Uint8Array): Promise<Uint8Array> => aTimestampToken(unit, digest)
const anna = { name: 'Anna Müller', email: 'anna@example.test' }
const installation = { organization: 'Countersign', publicUrl: 'https://sign.example.test' }
const day = 24 * 60 * 60 * 1000

function anAuthority(options: Partial<AuthorityOptions> = {}) {
  const full = {
    store: inMemoryKeyStore(),
    masterKey: { current: randomBytes(32), previous: [] },
    installation,
    now: () => new Date(),
    ...options,
  }
  return { ...full, open: () => openLocalAuthority(full) }
}
const anOrder = (quality: 'SES' | 'DEMO' = 'SES') => ({
  digest: randomBytes(32),
  quality,
  signer: anna,
  timestamp,
})

trustServiceConformance('the local authority', async () => {
  const authority = await anAuthority().open()
  return { trustService: localTrustService(authority), timestamp, qualities: ['SES', 'DEMO'] }
})

// Such keys take a second to make, and none of these tests changes them.
const withRsa = anAuthority({ keyKind: 'RSA-3072' })
let openedWithRsa: ReturnType<typeof withRsa.open> | undefined
trustServiceConformance('the local authority with RSA keys', async () => {
  const authority = await (openedWithRsa ??= withRsa.open())
  return { trustService: localTrustService(authority), timestamp, qualities: ['SES', 'DEMO'] }
})

describe('the local authority', () => {
  test('is the same after a restart, and one when many processes start at once', async () => {
    const { open } = anAuthority()
    const opened = await Promise.all(Array.from({ length: 5 }, open))
    const again = await open()
    const serials = async (role: 'root' | 'service') =>
      new Set(
        await Promise.all(
          [...opened, again].map(async (each) => (await each.current(role)).certificate.serialNumber),
        ),
      )
    expect((await serials('root')).size).toBe(1)
    expect((await serials('service')).size).toBe(1)
    expect(await again.anchors()).toHaveLength(2)
  })

  test('does not open with another master key, and says so', async () => {
    const { open, store } = anAuthority()
    await open()
    await expect(anAuthority({ store }).open()).rejects.toMatchObject({ name: 'DecryptionFailed' })
  })

  test('two installations have roots of different names', async () => {
    const [first, second] = await Promise.all([anAuthority().open(), anAuthority().open()])
    expect((await first.current('root')).certificate.subject).not.toBe(
      (await second.current('root')).certificate.subject,
    )
  })

  test('renews the service certificate before it ends, and the earlier one stays on the chain', async () => {
    let time = Date.now()
    const { open } = anAuthority({ now: () => new Date(time) })
    const authority = await open()
    const before = (await authority.current('service')).certificate
    time = before.notAfter.getTime() - 179 * day
    const after = (await authority.current('service')).certificate
    expect(after.serialNumber).not.toBe(before.serialNumber)
    expect(after.notAfter > before.notAfter).toBe(true)
    expect(after.issuer).toBe(before.issuer)
    expect((await (await open()).current('service')).certificate.serialNumber).toBe(after.serialNumber)
  })

  test('renews the service certificate when the public address changes', async () => {
    const { open, store, masterKey } = anAuthority()
    await open()
    const moved = { ...installation, publicUrl: 'https://moved.example.test' }
    const service = await (
      await anAuthority({ store, masterKey, installation: moved }).open()
    ).current('service')
    expect(service.certificate.ocspUrls).toEqual(['https://moved.example.test/pki/ocsp'])
    expect(service.certificate.crlUrls).toEqual(['https://moved.example.test/pki/issuing.crl'])
  })

  test('never signs with a revoked certificate', async () => {
    const authority = await anAuthority().open()
    const trustService = localTrustService(authority)
    const first = parseCertificate((await trustService.sign(anOrder())).certificate)
    await authority.store.revoke(first.serialNumber, new Date(), 1)
    const signed = await Promise.all([trustService.sign(anOrder()), trustService.sign(anOrder())])
    const serials = new Set(signed.map(({ certificate }) => parseCertificate(certificate).serialNumber))
    expect(serials.size).toBe(1)
    expect(serials).not.toContain(first.serialNumber)
  })

  test('has signed nothing with a key that was revoked meanwhile, and signs with another one next', async () => {
    const authority = await anAuthority().open()
    const trustService = localTrustService(authority)
    const { serialNumber } = (await authority.current('service')).certificate
    const revoking = async (digest: Uint8Array) => {
      await authority.store.revoke(serialNumber, new Date(), 1)
      return timestamp(digest)
    }
    await expect(trustService.sign({ ...anOrder(), timestamp: revoking })).rejects.toThrow(
      'was revoked while',
    )
    const { certificate } = await trustService.sign(anOrder())
    expect(parseCertificate(certificate).serialNumber).not.toBe(serialNumber)
  })

  test('certifies the service for documents, and for viewers that know email signatures only', async () => {
    const { certificate } = await (await anAuthority().open()).current('service')
    expect(certificate.extendedKeyUsage).toEqual([oids.documentSigning, oids.emailProtection])
    expect(certificate.keyUsage).toEqual([keyUsageBits.digitalSignature, keyUsageBits.nonRepudiation])
  })

  test('goes over to another kind of key, and back, under the same root', async () => {
    const { open, store, masterKey } = anAuthority()
    const elliptic = await (await open()).current('service')
    const rsa = await anAuthority({ store, masterKey, keyKind: 'RSA-3072' }).open()
    const service = await rsa.current('service')
    expect(service.privateKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 })
    expect((await rsa.current('demo')).privateKey.asymmetricKeyType).toBe('rsa')
    expect(service.certificate.issuer).toBe(elliptic.certificate.issuer)
    expect((await (await open()).current('service')).privateKey.asymmetricKeyType).toBe('ec')
  })

  test('marks demonstrations in the certificate', async () => {
    const { certificate } = await localTrustService(await anAuthority().open()).sign(anOrder('DEMO'))
    expect(parseCertificate(certificate).subject).toMatch(/^CN=DEMONSTRATION ONLY/)
  })
})

test('OpenSSL verifies signature, chain, lists and status', async () => {
  const authority = await anAuthority().open()
  const content = Buffer.from('a document')
  const signed = await localTrustService(authority).sign({ ...anOrder(), digest: sha256(content) })
  const [issuing = content, root = content] = signed.validation.certificates
  const [ocsp = content] = signed.validation.ocsps
  const [rootCrl = content] = signed.validation.crls
  const files = {
    content,
    'cms.der': signed.cms,
    'ocsp.der': ocsp,
    'root.pem': pem(root),
    'issuing.pem': pem(issuing),
    'leaf.pem': pem(signed.certificate),
    'crls.pem': pem(rootCrl, 'X509 CRL') + pem(await currentCrl(authority, 'issuing'), 'X509 CRL'),
  }
  withOpenssl(files, (openssl) => {
    const run = (command: string): string => openssl(...command.split(' '))
    expect(
      run(
        'cms -verify -cades -binary -inform DER -in cms.der -content content -CAfile root.pem -purpose any -out out',
      ),
    ).toContain('CAdES Verification successful')
    expect(
      run(
        'verify -x509_strict -crl_check_all -CAfile root.pem -untrusted issuing.pem -CRLfile crls.pem leaf.pem',
      ),
    ).toContain('leaf.pem: OK')
    const answer = run('ocsp -respin ocsp.der -issuer issuing.pem -cert leaf.pem -CAfile root.pem -no_nonce')
    expect(answer).toContain('Response verify OK')
    expect(answer).toContain('leaf.pem: good')
  })
})
