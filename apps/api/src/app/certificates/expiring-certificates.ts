import { X509Certificate } from 'node:crypto'
import type { Database } from '#api/platform/db/connect.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { shownAddress } from '#api/platform/values/shown-address.ts'
import { findPublicCertificate, listOwnCertificates, requestTimestamp } from '#api/app/external-services.ts'

const day = 86_400_000
/** So long before a certificate ends it is announced. */
export const announcedDaysAhead = 30

export interface CertificateEnd {
  readonly use: 'authority' | 'timestamps' | 'trust service' | 'public address'
  /** Which one: `service`, an address, the name of a trust service. */
  readonly name: string
  readonly subject: string
  readonly endsAt: Date
}

export interface CertificateSources {
  readonly config: Config
  /** Null where the database can't be reached: the other certificates are looked at all the same. */
  readonly db: Database | null
}

/**
 * The certificates that signing needs, with their ends: of the installation's own authority, of the timestamp authorities
 * and what they chain to, ours at trust services and theirs, and of PUBLIC_URL. What doesn't answer is left out: that it is
 * down is found elsewhere. Asks others over the network: not for a call that someone waits for.
 */
export async function listCertificates({ config, db }: CertificateSources): Promise<CertificateEnd[]> {
  const found = await Promise.all([
    db ? ownCertificates(db) : [],
    timestampEnds(config),
    publicAddress(config),
  ])
  return [...found.flat(), ...trustServices(config)]
}

/** Those that end within 30 days, or have ended; the next one first. */
export async function expiringCertificates(
  sources: CertificateSources,
  now: Date,
): Promise<CertificateEnd[]> {
  const limit = now.getTime() + announcedDaysAhead * day
  const all = await listCertificates(sources)
  return all
    .filter(({ endsAt }) => endsAt.getTime() < limit)
    .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
}

/** Of each role the newest: `service-2` has replaced `service-1`. */
async function ownCertificates(db: Database): Promise<CertificateEnd[]> {
  const newest = new Map(
    (await listOwnCertificates(db)).map(({ name, certificate }) => [roleOf(name), certificate]),
  )
  return [...newest].map(([role, der]) => read('authority', role, der))
}

const roleOf = (name: string): string => name.replace(/-\d+$/, '')

async function timestampEnds(config: Config): Promise<CertificateEnd[]> {
  const each = config.timestampAuthorities.map(async (authority) => {
    const stamped = await requestTimestamp(authority).catch(() => null)
    if (!stamped) return []
    const { signerCertificate: signer, anchors } = stamped
    const name = shownAddress(authority.url)
    return [
      ...(signer ? [read('timestamps', name, signer.raw)] : []),
      // Without a file its certificates are the commonly known ones, which Node brings.
      ...(authority.anchorsFile ? lastOf('timestamps', authority.anchorsFile, anchors) : []),
    ]
  })
  return (await Promise.all(each)).flat()
}

async function publicAddress(config: Config): Promise<CertificateEnd[]> {
  const certificate = await findPublicCertificate(config)
  return certificate ? [read('public address', config.publicUrl, certificate)] : []
}

function trustServices({ trustServices: { services } }: Config): CertificateEnd[] {
  return services.flatMap(({ name, identity, anchors }) => [
    read('trust service', `${name}, our certificate`, identity.certificate),
    ...lastOf('trust service', `${name}, its trust anchors`, anchors),
  ])
}

/** Of several trusted certificates the old ones may end. */
function lastOf(use: CertificateEnd['use'], name: string, ders: readonly Uint8Array[]): CertificateEnd[] {
  const ends = ders.map((der) => read(use, name, der))
  return ends.toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime()).slice(0, 1)
}

function read(use: CertificateEnd['use'], name: string, certificate: Uint8Array | string): CertificateEnd {
  const { subject, validTo } = new X509Certificate(certificate)
  return { use, name, subject: subject.replaceAll('\n', ', '), endsAt: new Date(validTo) }
}
