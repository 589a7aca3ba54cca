import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { attempt } from '@countersign/pdf-signature/cms/cms-error.ts'
import { parseCrl } from '@countersign/pdf-signature/cms/revocation/crl.ts'
import { ocspRequest, parseOcspResponse } from '@countersign/pdf-signature/cms/revocation/ocsp.ts'
import { revocationStatus } from '@countersign/pdf-signature/cms/revocation/revocation.ts'
import type { RevocationMaterial } from '@countersign/pdf-signature/cms/revocation/revocation.ts'
import { type ExpiringCache, expiringCache } from './expiring-cache.ts'
import { exchange, ExchangeFailed } from './http-exchange.ts'

/** What tells a certificate's status: an OCSP response or a CRL. */
export type RevocationEvidence =
  | { readonly kind: 'ocsp'; readonly der: Uint8Array }
  | { readonly kind: 'crl'; readonly der: Uint8Array }

/** Gives what tells a certificate's status now. Throws ExchangeFailed when nothing does. */
export type RevocationSource = (certificate: Certificate, issuer: Certificate) => Promise<RevocationEvidence>

/** What tells the status of each certificate below the anchor, as far as one is published. */
export async function statusOfPath(
  revocationSource: RevocationSource,
  path: readonly Certificate[],
): Promise<{ ocsps: Uint8Array[]; crls: Uint8Array[] }> {
  const asked = path
    .slice(0, -1)
    .flatMap((each, index) =>
      each.revocationData === 'none' ? [] : [revocationSource(each, path[index + 1] ?? each)],
    )
  const evidence = await Promise.all(asked)
  const of = (wanted: RevocationEvidence['kind']) =>
    evidence.filter(({ kind }) => kind === wanted).map(({ der }) => der)
  return { ocsps: of('ocsp'), crls: of('crl') }
}

const timeLimit = 5_000
const sizeLimit = 20 * 1024 * 1024

// An authority's list may have megabytes, and serves all of its certificates; an OCSP response is of one.
const mostAnswers = { entries: 2_000, bytes: 16 * 1024 * 1024 }
const mostLists = { entries: 100, bytes: 3 * sizeLimit }

interface FetchedEvidence {
  readonly evidence: RevocationEvidence
  readonly until: number
  /** Where the list is from. */
  readonly listUrl?: string
}

type Lists = ExpiringCache<Uint8Array>

/**
 * Asks the addresses a certificate names: its OCSP responder first, then its CRL (RFC 5280 §4.2.2.1, §4.2.1.13).
 * An answer is kept until the next one is due, a list for all certificates that name its address, and two callers at once ask
 * once. Only certificates that chain to an anchor may be given, since the addresses in others are anybody's.
 */
export function httpRevocationSource(now: () => Date): RevocationSource {
  const answers = expiringCache<RevocationEvidence | { readonly kind: 'list'; readonly url: string }>(
    now,
    mostAnswers,
  )
  const lists: Lists = expiringCache(now, mostLists)
  const asking = new Map<string, Promise<FetchedEvidence>>()
  const keep = (key: string, { evidence, until, listUrl }: FetchedEvidence): void => {
    if (listUrl === undefined) return answers.set(key, evidence, { until, bytes: evidence.der.length })
    lists.set(listUrl, evidence.der, { until, bytes: evidence.der.length })
    answers.set(key, { kind: 'list', url: listUrl }, { until, bytes: 0 })
  }
  const find = (key: string): RevocationEvidence | undefined => {
    const known = answers.get(key)
    if (known?.kind !== 'list') return known
    const der = lists.get(known.url)
    return der && { kind: 'crl', der }
  }
  const begin = (key: string, certificate: Certificate, issuer: Certificate) => {
    const answer = ask(certificate, issuer, lists, now)
      .then((answered) => {
        keep(key, answered)
        return answered
      })
      .finally(() => asking.delete(key))
    asking.set(key, answer)
    return answer
  }
  return async (certificate, issuer) => {
    const key = `${certificate.issuer} ${certificate.serialNumber}`
    const known = find(key)
    if (known) return known
    const running = asking.get(key)
    if (running) {
      const { evidence, until } = await running
      // Without an end it tells of when the first caller asked, which may be too early for this one.
      if (until > now().getTime()) return evidence
    }
    // All who waited for that one share the next: it is asked after each of them came.
    const next = asking.get(key) ?? begin(key, certificate, issuer)
    return (await next).evidence
  }
}

async function ask(
  certificate: Certificate,
  issuer: Certificate,
  lists: Lists,
  now: () => Date,
): Promise<FetchedEvidence> {
  const failures: string[] = []
  for (const url of certificate.ocspUrls) {
    const body = { type: 'application/ocsp-request', bytes: ocspRequest(certificate, issuer) }
    const usable = await fetched(failures, { url, body }, 'ocsp', certificate, issuer, now)
    if (usable) return usable
  }
  for (const url of certificate.crlUrls) {
    const known = lists.get(url)
    const until = known && tellsUntil({ kind: 'crl', der: known }, certificate, issuer, now())
    if (known && until !== undefined) return { evidence: { kind: 'crl', der: known }, until, listUrl: url }
    const usable = await fetched(failures, { url }, 'crl', certificate, issuer, now)
    if (usable) return { ...usable, listUrl: url }
  }
  throw new ExchangeFailed(
    `the status of ${certificate.subject} is not to be had: ${failures.join('; ') || 'it names no address'}`,
  )
}

async function fetched(
  failures: string[],
  request: { url: string; body?: { type: string; bytes: Uint8Array } },
  kind: RevocationEvidence['kind'],
  certificate: Certificate,
  issuer: Certificate,
  now: () => Date,
): Promise<FetchedEvidence | undefined> {
  // The answer tells of when it was made, before it has arrived here.
  const asked = now()
  try {
    const evidence = { kind, der: await exchange({ ...request, timeLimit, sizeLimit }) }
    const until = tellsUntil(evidence, certificate, issuer, asked)
    if (until !== undefined) return { evidence, until }
    failures.push(`${request.url}: the answer does not tell its status or is not signed by its authority`)
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error
    failures.push(`${request.url}: ${error.message}`)
  }
  return undefined
}

/** Undefined where it does not tell the certificate's status at that time; 0 where it does not say for how long it does. */
function tellsUntil(
  evidence: RevocationEvidence,
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
): number | undefined {
  const { source, nextUpdate } = revocationStatus(certificate, issuer, at, materialOf(evidence))
  return source === 'none' ? undefined : (nextUpdate?.getTime() ?? 0)
}

function materialOf({ kind, der }: RevocationEvidence): RevocationMaterial {
  const ocsp = kind === 'ocsp' ? attempt(() => parseOcspResponse(der)) : undefined
  const crl = kind === 'crl' ? attempt(() => parseCrl(der)) : undefined
  return { ocsps: ocsp ? [ocsp] : [], crls: crl ? [crl] : [] }
}
