import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import type { Identity } from './certificates.ts'

export type KeyStore = {
  /** The identity kept under this name, if `isUsable` says so; else the one `issue` makes, which is kept from then on. */
  identity(
    name: string,
    issue: () => Identity,
    isUsable?: (certificate: X509Certificate) => boolean,
  ): Identity
}

/** Without a directory, keys live as long as the process: what a test wants. */
export function openKeyStore(directory: string | undefined): KeyStore {
  if (directory === undefined) return { identity: (_name, issue) => issue() }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  return {
    identity: (name, issue, isUsable = () => true) => {
      const path = join(directory, `${name}.pem`)
      const kept = existsSync(path) ? readIdentity(path) : undefined
      if (kept !== undefined && isUsable(new X509Certificate(kept.der))) return kept
      const issued = issue()
      writeWhole(path, pemOf(issued), 0o600)
      return issued
    },
  }
}

export function certificatePem(der: Uint8Array): string {
  return new X509Certificate(der).toString()
}

/** Written beside and renamed, so that a process killed half-way leaves the old file or the new one. */
export function writeWhole(path: string, text: string, mode: number): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, text, { mode })
  renameSync(draft, path)
}

function pemOf(identity: Identity): string {
  return identity.key.export({ type: 'pkcs8', format: 'pem' }).toString() + certificatePem(identity.der)
}

/** A damaged file counts as none: the sandbox makes new keys instead of refusing to start. */
function readIdentity(path: string): Identity | undefined {
  try {
    const pem = readFileSync(path, 'utf8')
    const der = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))).raw
    return { key: createPrivateKey(pem), der, certificate: AsnConvert.parse(der, Certificate) }
  } catch {
    return undefined
  }
}
