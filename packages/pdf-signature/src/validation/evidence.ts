import { judgePath, parseReadable } from '../cms/certificates/chain.ts'
import type { ChainVerdict } from '../cms/certificates/chain.ts'
import type { Certificate } from '../cms/certificates/certificate.ts'
import { parseRevocationMaterial } from '../cms/revocation/revocation.ts'
import type { RevocationMaterial } from '../cms/revocation/revocation.ts'
import { listedAnchors } from '../trust-lists/listed-anchors.ts'
import type { TrustList } from '../trust-lists/trust-list.ts'
import type { ValidationData } from '../validation-data.ts'

/** What certificates are judged by: the trust anchors, and all that the file and who validates hold. */
export interface Evidence {
  readonly anchors: readonly Certificate[]
  readonly trustLists: readonly TrustList[]
  readonly certificates: readonly Certificate[]
  readonly material: RevocationMaterial
  /** Certificates that the signatures and timestamps of the file bring along, any of which may have issued another's. */
  readonly carried: readonly Certificate[]
  /** The same without what only who validates holds, where there is such: what a baseline level is told by. */
  readonly ofFile?: Evidence
}

export interface KnownTrust {
  readonly anchors: readonly Uint8Array[]
  readonly trustLists?: readonly TrustList[]
  readonly cache?: Partial<ValidationData>
}

/** Reads all of it once. */
export function readEvidence(trust: KnownTrust, store: ValidationData): Evidence {
  const { cache, trustLists = [] } = trust
  const anchors = parseReadable(trust.anchors)
  const nothing: Evidence = {
    anchors,
    trustLists,
    certificates: [],
    material: { ocsps: [], crls: [] },
    carried: [],
  }
  const ofFile = withStore(nothing, store)
  if (!cache) return ofFile
  const all = {
    certificates: [...store.certificates, ...(cache.certificates ?? [])],
    ocsps: [...store.ocsps, ...(cache.ocsps ?? [])],
    crls: [...store.crls, ...(cache.crls ?? [])],
  }
  return { ...withStore(ofFile, all), ofFile }
}

/** The same trust, with what a file held at another time. */
export const withStore = ({ anchors, trustLists, carried }: Evidence, store: ValidationData): Evidence => ({
  anchors,
  trustLists,
  carried,
  certificates: parseReadable(store.certificates),
  material: parseRevocationMaterial(store),
})

/** The same with the certificates that came along with signatures. */
export const withCarried = (evidence: Evidence, carried: readonly Certificate[]): Evidence => ({
  ...evidence,
  carried,
  ...(evidence.ofFile ? { ofFile: { ...evidence.ofFile, carried } } : {}),
})

interface CarriedMaterial {
  readonly certificates: readonly Certificate[]
  readonly ocsps?: readonly Uint8Array[]
  readonly crls?: readonly Uint8Array[]
}

/** Judges a certificate at a time, with what its CMS carries as well. */
export function judgeChain(
  evidence: Evidence,
  certificate: Certificate,
  carried: CarriedMaterial,
  at: Date,
): ChainVerdict {
  const listed = listedAnchors(evidence.trustLists, at)
  const certificates = [...evidence.anchors, ...listed]
  const own = parseRevocationMaterial({ ocsps: carried.ocsps ?? [], crls: carried.crls ?? [] })
  return judgePath(
    certificate,
    {
      anchors: { certificates, listed },
      issuers: [...certificates, ...carried.certificates, ...evidence.certificates, ...evidence.carried],
      material: {
        ocsps: [...evidence.material.ocsps, ...own.ocsps],
        crls: [...evidence.material.crls, ...own.crls],
      },
    },
    at,
  )
}

/** Whether path and status of every certificate on it can be shown from what the file itself holds. */
export const isProvable = (chain: ChainVerdict): boolean => chain.trusted && chain.revocation === 'good'
