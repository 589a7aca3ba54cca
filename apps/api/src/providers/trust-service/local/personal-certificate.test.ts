import { randomBytes } from 'node:crypto'
import { keyUsageBits } from '@countersign/pdf-signature/cms/certificates/certificate-extensions.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { pem, withOpenssl } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import {
  aHolder,
  aTimestampToken,
  sha256,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { readStatements } from '@countersign/pdf-signature/trust-lists/qualified-statements.ts'
import { expect, test } from 'vitest'
import { qualityMismatch } from '../stepwise/check-signature.ts'
import { aPerson } from '../stepwise/people.fixture.ts'
import { openLocalAuthority } from './authority.ts'
import { inMemoryKeyStore } from './in-memory-key-store.ts'
import { currentCrl } from './status.ts'
import { localTrustService } from './trust-service.ts'

const unit = aHolder({ name: 'Time-stamps', extensions: timestampingExtensions() })
const timestamp = async (digest: Uint8Array): Promise<Uint8Array> => aTimestampToken(unit, digest)
const holder = {
  name: 'Anna Müller',
  givenName: 'Anna',
  surname: 'Müller',
  email: 'anna@example.test',
  mobile: '+41791234567',
  serialNumber: 'c6f9b2be-0000-4000-8000-000000000001',
}
const open = (store = inMemoryKeyStore()) =>
  openLocalAuthority({
    store,
    masterKey: { current: randomBytes(32), previous: [] },
    installation: { organization: 'Countersign', publicUrl: 'https://sign.example.test' },
    now: () => new Date(),
  })

test('a personal certificate names the person for ten minutes, and never looks qualified', async () => {
  const store = inMemoryKeyStore()
  const authority = await open(store)
  const before = await store.loadAll()
  const [signed] = await localTrustService(authority).signAsPerson({
    holder,
    digests: [randomBytes(32)],
    timestamp,
  })
  const certificate = parseCertificate(signed?.certificate ?? new Uint8Array())
  expect(certificate.subject).toBe(
    'serialNumber=c6f9b2be-0000-4000-8000-000000000001, telephoneNumber=\\+41791234567, CN=Anna Müller, GN=Anna, SN=Müller',
  )
  expect(certificate.notAfter.getTime() - certificate.notBefore.getTime()).toBe(10 * 60_000)
  expect(certificate.keyUsage).toEqual([keyUsageBits.nonRepudiation])
  expect(certificate.issuer).toBe((await authority.current('issuing')).certificate.subject)
  expect(readStatements(certificate)).toMatchObject({ isQualified: false, hasDevice: false, types: [] })
  expect(qualityMismatch(certificate, aPerson('QES', 'ZERTES'))).toMatch(/not a qualified one/)
  expect(await store.findStatus(certificate.serialNumber)).toBe('good')
  // Its key is not among those that are kept.
  expect(await store.loadAll()).toHaveLength(before.length)
})

test('each act has a certificate and a key of its own; a name that is missing is left out', async () => {
  const service = localTrustService(await open())
  const sign = async (change: object) => {
    const order = { holder: { ...holder, ...change }, digests: [randomBytes(32)], timestamp }
    const [signed] = await service.signAsPerson(order)
    return parseCertificate(signed?.certificate ?? new Uint8Array())
  }
  const [first, second] = [await sign({}), await sign({})]
  expect(second.serialNumber).not.toBe(first.serialNumber)
  expect(Buffer.from(second.publicKeyInfo)).not.toEqual(Buffer.from(first.publicKeyInfo))
  const { subject } = await sign({ givenName: '', mobile: undefined, name: 'x'.repeat(70), country: 'CH' })
  expect(subject).toMatch(/^serialNumber=[^,]*, CN=x{64}, SN=Müller, C=CH$/)
})

test('OpenSSL verifies its signature, chain, mailbox and status', async () => {
  const authority = await open()
  const content = Buffer.from('a document')
  const [signed] = await localTrustService(authority).signAsPerson({
    holder,
    digests: [sha256(content)],
    timestamp,
  })
  if (!signed) throw new Error('There is no signature')
  const [issuing = content, root = content] = signed.validation.certificates
  const files = {
    content,
    'cms.der': signed.cms,
    'ocsp.der': signed.validation.ocsps[0] ?? content,
    'root.pem': pem(root),
    'issuing.pem': pem(issuing),
    'leaf.pem': pem(signed.certificate),
    'crls.pem':
      pem(await currentCrl(authority, 'root'), 'X509 CRL') +
      pem(await currentCrl(authority, 'issuing'), 'X509 CRL'),
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
    expect(answer).toContain('leaf.pem: good')
    expect(run('x509 -in leaf.pem -noout -email')).toContain('anna@example.test')
  })
})
