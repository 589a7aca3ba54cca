import {
  type Certificate,
  parseCertificate,
} from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { openLocalAuthority } from './authority.ts'
import type { AuthorityOptions } from './authority-options.ts'
import type { KeyStore } from './key-store.ts'
import { revocationReasons, type SigningKey, type SigningKeys } from './port.ts'

/** `options` are asked for when a key is replaced: to list the certificates, no secret is needed. */
export function openSigningKeys(store: KeyStore, options: () => Promise<AuthorityOptions>): SigningKeys {
  return {
    list: () => listKeys(store),
    replace: async (role, revoked) => {
      const authority = await openLocalAuthority(await options())
      const before = await authority.current(role)
      const { serialNumber } = before.certificate
      // If the new one fails to be issued, the next signature issues it.
      if (revoked !== null) await store.revoke(serialNumber, authority.now(), revocationReasons[revoked])
      const after = await authority.replace(role, before)
      const keys = await listKeys(store)
      return { before: keyNamed(keys, before.name), after: keyNamed(keys, after.name) }
    },
  }
}

async function listKeys(store: KeyStore): Promise<SigningKey[]> {
  const stored = await store.loadAll()
  // They come in the order in which they were made.
  const newest = new Map(stored.map(({ name }) => [roleOf(name), name]))
  return Promise.all(
    stored.map(async ({ name, certificate }) =>
      describeKey(store, name, parseCertificate(certificate), newest.get(roleOf(name)) === name),
    ),
  )
}

async function describeKey(store: KeyStore, name: string, certificate: Certificate, isNewest: boolean) {
  const { subject, serialNumber, notBefore, notAfter } = certificate
  const status = await store.findStatus(serialNumber)
  const revokedAt = status !== undefined && status !== 'good' ? status.revokedAt : null
  const state = revokedAt ? 'revoked' : isNewest ? 'in use' : 'replaced'
  return { name, state, subject, serialNumber, notBefore, notAfter, revokedAt } as const
}

/** `service` of `service-2`. */
const roleOf = (name: string) => name.slice(0, name.lastIndexOf('-'))

function keyNamed(keys: readonly SigningKey[], name: string): SigningKey {
  const found = keys.find((key) => key.name === name)
  if (!found) throw new Error(`The key ${name} is gone`)
  return found
}
