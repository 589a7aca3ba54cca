import { CmsError } from '../cms-error.ts'
import {
  children,
  octets,
  readElement,
  readInteger,
  readNamedBits,
  readOid,
  sequenceOf,
} from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'
import { oids } from '../der/object-identifiers.ts'

/** Bits of keyUsage that are asked for here (RFC 5280 §4.2.1.3). */
export const keyUsageBits = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, crlSign: 6 } as const

export interface Extension {
  readonly critical: boolean
  readonly value: Uint8Array
}

export interface CertificateExtensions {
  readonly extensions: ReadonlyMap<string, Extension>
  readonly keyUsage?: readonly number[]
  readonly extendedKeyUsage?: readonly string[]
  readonly isAuthority: boolean
  readonly pathLength?: number
  readonly subjectKeyIdentifier?: Uint8Array
  readonly authorityKeyIdentifier?: Uint8Array
  /** Where to ask for its status, its issuer's certificate and the CRL; only http addresses are taken. */
  readonly ocspUrls: readonly string[]
  readonly issuerUrls: readonly string[]
  readonly crlUrls: readonly string[]
  /** RFC 6960 §4.2.2.2.1: this responder's own status need not be asked. */
  readonly ocspNoCheck: boolean
  /**
   * Whether its issuer says if it was revoked. `none` for a certificate that is never revoked, mostly because it ends before it
   * could be; `contradictory` for one that also says where to ask, or is an authority's (RFC 9608 §3).
   */
  readonly revocationData: 'published' | 'none' | 'contradictory'
  readonly policies: readonly string[]
  /** Identifiers of the statements in qcStatements (ETSI EN 319 412-5). */
  readonly qualifiedStatements: readonly string[]
}

/** Extensions of a certificate, CRL or OCSP response by identifier; the same one twice is refused (RFC 5280 §4.2). */
export function readExtensionMap(extensions: Element | undefined): ReadonlyMap<string, Extension> {
  const map = new Map<string, Extension>()
  for (const extension of extensions ? sequenceOf(extensions, 'Extensions') : []) {
    const [identifier, ...rest] = sequenceOf(extension, 'Extension')
    const value = rest.at(-1)
    const name = readOid(identifier, 'Extension')
    if (!value || map.has(name)) throw new CmsError('malformed', `Extension ${name} is empty or there twice`)
    map.set(name, { critical: rest.length === 2 && rest[0]?.body[0] !== 0, value: octets(value) })
  }
  return map
}

/** What certificate extensions say, each absent one by its default. */
export function readExtensions(element: Element | undefined): CertificateExtensions {
  const extensions = readExtensionMap(element)
  const read = <T>(name: string, reader: (value: Element) => T): T | undefined => {
    const extension = extensions.get(name)
    return extension && reader(readElement(extension.value))
  }
  const access = read(oids.authorityInformationAccess, readAccess) ?? []
  const constraints = read(oids.basicConstraints, readBasicConstraints)
  const isAuthority = constraints?.isAuthority ?? false
  return {
    extensions,
    keyUsage: read(oids.keyUsage, readNamedBits),
    extendedKeyUsage: read(oids.extendedKeyUsage, (value) =>
      children(value).map((use) => readOid(use, 'Key purpose')),
    ),
    isAuthority,
    pathLength: constraints?.pathLength,
    subjectKeyIdentifier: read(oids.subjectKeyIdentifier, octets),
    authorityKeyIdentifier: read(oids.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    ocspUrls: access.filter(({ method }) => method === oids.ocsp).map(({ url }) => url),
    issuerUrls: access.filter(({ method }) => method === oids.caIssuers).map(({ url }) => url),
    crlUrls: read(oids.crlDistributionPoints, readDistributionPoints) ?? [],
    ocspNoCheck: extensions.has(oids.ocspNoCheck),
    revocationData: revocationDataOf(extensions, isAuthority),
    policies: read(oids.certificatePolicies, readFirstIdentifiers) ?? [],
    qualifiedStatements: read(oids.qualifiedCertificateStatements, readFirstIdentifiers) ?? [],
  }
}

function revocationDataOf(
  extensions: ReadonlyMap<string, Extension>,
  isAuthority: boolean,
): CertificateExtensions['revocationData'] {
  if (extensions.has(oids.noRevAvail)) {
    const access = extensions.get(oids.authorityInformationAccess)
    const methods = access ? readFirstIdentifiers(readElement(access.value)) : []
    const isAnnounced =
      methods.includes(oids.ocsp) ||
      extensions.has(oids.crlDistributionPoints) ||
      extensions.has(oids.freshestCrl)
    return isAuthority || isAnnounced ? 'contradictory' : 'none'
  }
  // ETSI EN 319 412-1 §5.2.2: who validates may leave its status out. There may be one all the same.
  return extensions.has(oids.validityAssuredShortTerm) && !isAuthority ? 'none' : 'published'
}

const readFirstIdentifiers = (value: Element): string[] =>
  children(value).map((entry) => readOid(children(entry)[0], 'Identifier'))

const readAuthorityKeyIdentifier = (value: Element): Uint8Array | undefined =>
  children(value).find(({ tag }) => tag === 0x80)?.body

function readBasicConstraints(value: Element): { isAuthority: boolean; pathLength?: number } {
  const fields = children(value)
  const authority = fields.find(({ tag }) => tag === 0x01)
  const length = fields.find(({ tag }) => tag === 0x02)
  return {
    isAuthority: authority !== undefined && authority.body[0] !== 0,
    pathLength: length && readInteger(length, 'Path length'),
  }
}

function readAccess(value: Element): { method: string; url: string }[] {
  return children(value).flatMap((description) => {
    const [method, location] = sequenceOf(description, 'Access description')
    const url = httpUrl(location)
    return url ? [{ method: readOid(method, 'Access method'), url }] : []
  })
}

/** fullName addresses of the distribution points: [0] distributionPoint > [0] fullName > [6] URI. */
function readDistributionPoints(value: Element): string[] {
  return children(value).flatMap((point) =>
    children(point)
      .filter(({ tag }) => tag === 0xa0)
      .flatMap(children)
      .filter(({ tag }) => tag === 0xa0)
      .flatMap(children)
      .flatMap((name) => httpUrl(name) ?? []),
  )
}

function httpUrl(name: Element | undefined): string | undefined {
  if (name?.tag !== 0x86) return undefined
  const url = Buffer.from(name.body).toString('latin1')
  return /^https?:\/\//i.test(url) ? url : undefined
}
