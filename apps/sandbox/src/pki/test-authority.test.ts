import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificatePem } from '../time-stamp-authority/key-store.ts'
import { certificateRevocationList } from '../time-stamp-authority/revocation.ts'
import { detachedCms } from './detached-cms.ts'
import { issuePerson, issueSeal } from './issue-signer.ts'
import { openTestAuthority } from './test-authority.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const anna = { givenName: 'Anna', surname: 'Müller' }
const url = 'http://sandbox.test'

function textOf(der: Uint8Array): string {
  const file = join(folder, 'leaf.pem')
  writeFileSync(file, certificatePem(der))
  return execFileSync('openssl', ['x509', '-in', file, '-noout', '-text'], { encoding: 'utf8' })
}

test('OpenSSL finds the chain of a person and of a seal valid, with the lists of both issuers', () => {
  const { branches } = openTestAuthority(url, undefined)
  for (const branch of Object.values(branches)) {
    const { root, issuing } = branch
    const now = new Date()
    const lists = [root, issuing].map((issuer) => {
      const der = certificateRevocationList({ root: issuer }, now).toString('base64')
      return `-----BEGIN X509 CRL-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END X509 CRL-----\n`
    })
    writeFileSync(join(folder, 'root.pem'), certificatePem(root.der))
    writeFileSync(join(folder, 'issuing.pem'), certificatePem(issuing.der))
    writeFileSync(join(folder, 'crls.pem'), lists.join(''))
    const leaves = [
      issuePerson(branch, 'QES', anna, now),
      issueSeal(branch, 'AES', 'Muster AG', now, 60_000_000),
    ]
    for (const leaf of leaves) {
      writeFileSync(join(folder, 'leaf.pem'), certificatePem(leaf.der))
      const command =
        'verify -x509_strict -crl_check_all -CAfile root.pem -untrusted issuing.pem -CRLfile crls.pem leaf.pem'
      expect(execFileSync('openssl', command.split(' '), { cwd: folder, encoding: 'utf8' })).toContain('OK')
    }
  }
})

test('a qualified certificate says so and for which law; an advanced one does not', () => {
  const { branches } = openTestAuthority(url, undefined)
  const swiss = textOf(issuePerson(branches.ZERTES, 'QES', anna, new Date()).der)
  expect(swiss).toContain('0.4.0.194112.1.2')
  expect(swiss).toMatch(/qcStatements|1\.3\.6\.1\.5\.5\.7\.1\.3/)
  expect(swiss).toContain('TEST ONLY')
  const advanced = textOf(issuePerson(branches.EIDAS, 'AES', anna, new Date()).der)
  expect(advanced).toContain('0.4.0.2042.1.2')
  expect(advanced).not.toMatch(/qcStatements|1\.3\.6\.1\.5\.5\.7\.1\.3/)
})

test('the test authority keeps its roots over a restart, and issues again below them at another address', () => {
  const first = openTestAuthority(url, folder)
  const again = openTestAuthority(url, folder)
  const moved = openTestAuthority('http://elsewhere.test', folder)
  expect(again.anchorsPem).toBe(first.anchorsPem)
  expect(moved.anchorsPem).toBe(first.anchorsPem)
  expect(again.branches.ZERTES.issuing.der).toEqual(first.branches.ZERTES.issuing.der)
  const issuing = new X509Certificate(moved.branches.ZERTES.issuing.der)
  expect(issuing.infoAccess).toContain('http://elsewhere.test')
})

test.each(['sha256', 'sha384', 'sha512'] as const)(
  'OpenSSL finds a signature over a document hashed by %s valid',
  (algorithm) => {
    const branch = openTestAuthority(url, undefined).branches.EIDAS
    const signer = issuePerson(branch, 'QES', anna, new Date())
    const content = Buffer.from('bytes of a document')
    const digest = createHash(algorithm).update(content).digest()
    const cms = detachedCms({ signer, issuing: branch.issuing, digest, algorithm, now: new Date() })
    for (const [name, bytes] of Object.entries({ content, cms, 'root.pem': certificatePem(branch.root.der) }))
      writeFileSync(join(folder, name), bytes)
    const command = 'cms -verify -cades -binary -inform DER -in cms -content content -CAfile root.pem'
    const { stderr } = spawnSync('openssl', [...command.split(' '), '-purpose', 'any'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toContain('CAdES Verification successful')
  },
)
