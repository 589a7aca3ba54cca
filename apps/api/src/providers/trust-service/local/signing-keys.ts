import {
  type Certificate,
  parseCertificate,
} from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { openLocalAuthority } from './authority.ts'
import type { AuthorityOptions } from './authority-options.ts'
import type { KeyStore, StoredKey } from './key-store.ts'
import { ocspUrl } from './profiles.ts'
import { revocableRoles, revocationReasons, type SigningKey, type SigningKeys } from './port.ts'

/** With these settings the new certificate would name another address for its status than the one in use does. */
export class OtherPublicUrl extends Error {
  override name = 'OtherPublicUrl'
}

/** There is no such key, it is in use, or nobody would learn of its revocation. */
export class NotRevocable extends Error {
  override name = 'NotRevocable'
}

/** `options` are asked for when a key is replaced: to list the certificates, no secret is needed. */
export function openSigningKeys(store: KeyStore, options: () => Promise<AuthorityOptions>): SigningKeys {
  return {
    list: () => listKeys(store),
    replace: async (role, revoked) => {
      const given = await options()
      refuseOtherUrl(await store.loadAll(), given)
      // Before the authority is opened, which replaces one that ends soon: it is the one in use until now that is meant.
      const inUse = (await listKeys(store)).findLast(({ name }) => roleOf(name) === role)
      const authority = await openLocalAuthority(given)
      const current = await authority.current(role)
      const before = inUse ?? { name: current.name, serialNumber: current.certificate.serialNumber }
      // If the new one fails to be issued, the next signature issues it.
      if (revoked !== null)
        await store.revoke(before.serialNumber, authority.now(), revocationReasons[revoked])
      const after = current.name === before.name ? await authority.replace(role, current) : current
      const keys = await listKeys(store)
      return { before: keyNamed(keys, before.name), after: keyNamed(keys, after.name) }
    },
    revoke: async (name, reason) => {
      const { now } = await options()
      const key = (await listKeys(store)).find((one) => one.name === name)
      if (!key) throw new NotRevocable(`There is no key ${name}: keys list shows them all.`)
      const revocable = revocableRoles.find((one) => one === roleOf(name))
      if (!revocable)
        throw new NotRevocable(`${name} can't be revoked: only keys of ${revocableRoles.join(' and ')} can.`)
      if (key.state === 'in use')
        throw new NotRevocable(
          `${name} is in use: replace it with keys replace ${revocable} --revoke REASON.`,
        )
      if (!(await store.revoke(key.serialNumber, now(), revocationReasons[reason])))
        throw new NotRevocable(`${name} was revoked before.`)
      return keyNamed(await listKeys(store), name)
    },
  }
}

/** The authority would take it for a move of the service, and issue certificates for an address that isn't its own. */
function refuseOtherUrl(stored: readonly StoredKey[], { installation }: AuthorityOptions): void {
  const inUse = stored.findLast(({ name }) => roleOf(name) === 'service')
  const [url] = inUse ? parseCertificate(inUse.certificate).ocspUrls : []
  if (url !== undefined && url !== ocspUrl(installation))
    throw new OtherPublicUrl(
      `The certificate in use has its status at ${url}; with these settings it would be at ${ocspUrl(installation)}. ` +
        'Run the command with the settings of the running installation: PUBLIC_URL, or PORT, is another one.',
    )
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
