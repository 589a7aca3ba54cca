import type { Reader } from '#api/platform/db/transaction.ts'
import { iterateBusinessChains } from './business-chains-repository.ts'
import { iterate, listMismatched, type SignedHeads } from './heads-repository.ts'
import { iterateChains, listWithoutEvents } from './repository.ts'
import { commitmentsIn } from './committed-value.ts'
import { listCommitted } from './committed-values-repository.ts'
import { type ChainBreak, type ChainedEvent, type SignedHead, verifyChain } from './verify-chain.ts'
import { wrongValues } from './verify-values.ts'
import { type Anchors, type SignatureProblem, verifySignature } from './verify-signature.ts'
import { digestHeads, firstPreviousDigest } from './heads.ts'

export interface EvidenceReport {
  readonly chains: number
  readonly events: number
  readonly signedHeads: number
  /** The newest signed heads: worth noting down elsewhere, since what is newer than them is not covered. */
  readonly lastSigned: { readonly takenAt: Date; readonly digest: string } | null
  readonly chainBreaks: readonly ChainBreak[]
  readonly headsBreaks: readonly HeadsBreak[]
}

/** Signed heads that were there before. */
export interface ExpectedHeads {
  /** Hexadecimal. */
  readonly digest: string
  /** Who says so. */
  readonly source: string
}

/**
 * Checks all evidence: the signed heads among themselves, and every chain, of a request or of a business, against itself
 * and against them. `expected`: signed heads that were there before, as the document store or an earlier check names them. Only
 * these show that the newest heads were removed together with what they cover.
 */
export async function verifyEvidence(
  db: Reader,
  anchors: Anchors,
  expected: readonly ExpectedHeads[] = [],
): Promise<EvidenceReport> {
  const { headsBreaks, mismatched, signedHeads, lastSigned } = await checkHeads(db, anchors, expected)
  const chainBreaks: ChainBreak[] = []
  let chains = 0
  let events = 0
  for await (const chain of iterateChains(db)) {
    const requestId = chain[0]?.requestId ?? ''
    chainBreaks.push(
      ...verifyChain(requestId, chain, mismatched.get(requestId)),
      ...(await verifyValues(db, requestId, chain)),
    )
    mismatched.delete(requestId)
    chains += 1
    events += chain.length
  }
  for await (const { businessId, chain } of iterateBusinessChains(db)) {
    const heads = mismatched.get(businessId)
    chainBreaks.push(...verifyChain(businessId, chain, heads))
    mismatched.delete(businessId)
    if (chain.length === 0 && !heads)
      chainBreaks.push({
        requestId: businessId,
        seq: 1,
        kind: 'cut',
        message: 'The business has no events at all',
      })
    chains += 1
    events += chain.length
  }
  for (const [requestId, heads] of mismatched) chainBreaks.push(...verifyChain(requestId, [], heads))
  for (const requestId of await listWithoutEvents(db)) {
    if (mismatched.has(requestId)) continue
    chainBreaks.push({ requestId, seq: 1, kind: 'cut', message: 'The request has no events at all' })
  }
  return { chains, events, signedHeads, lastSigned, chainBreaks, headsBreaks }
}

/** The values that are still kept of what the events commit to. */
async function verifyValues(
  db: Reader,
  requestId: string,
  chain: readonly ChainedEvent[],
): Promise<ChainBreak[]> {
  if (chain.every(({ data }) => commitmentsIn(data).length === 0)) return []
  return wrongValues(requestId, chain, await listCommitted(db, requestId, 'all'))
}

async function checkHeads(db: Reader, anchors: Anchors, expected: readonly ExpectedHeads[]) {
  const headsBreaks: HeadsBreak[] = []
  const mismatched = new Map<string, SignedHead[]>()
  let previousDigest: Buffer | null = null
  let lastSigned: EvidenceReport['lastSigned'] = null
  let signedHeads = 0
  const missing = new Map(expected.map((one) => [one.digest, one]))
  for await (const signed of iterate(db)) {
    headsBreaks.push(...verifyHeads(signed, previousDigest, anchors))
    for (const { requestId, seq, hash } of await listMismatched(db, signed.id))
      mismatched.set(requestId, [...(mismatched.get(requestId) ?? []), { seq, hash }])
    previousDigest = signed.digest
    lastSigned = { takenAt: signed.takenAt, digest: signed.digest.toString('hex') }
    missing.delete(lastSigned.digest)
    signedHeads += 1
  }
  for (const { digest, source } of missing.values())
    headsBreaks.push({
      id: digest,
      kind: 'removed',
      message: `Those with the digest ${digest} (${source}) are not there`,
    })
  return { headsBreaks, mismatched, signedHeads, lastSigned }
}

interface HeadsBreak {
  readonly id: string
  readonly kind:
    /** Signed heads that came before these are missing. */
    | 'removed'
    /** They are not what was signed. */
    | 'changed'
    | SignatureProblem['kind']
  readonly message: string
}

/** Checks signed heads: that they follow those before, say what was signed, and were signed when they say. */
function verifyHeads(signed: SignedHeads, previousDigest: Uint8Array | null, anchors: Anchors): HeadsBreak[] {
  const { id } = signed
  const breaks: HeadsBreak[] = []
  if (!signed.previousDigest.equals(previousDigest ?? firstPreviousDigest))
    breaks.push({ id, kind: 'removed', message: `Signed heads before ${id} are not there` })
  if (!digestHeads(signed, signed.previousDigest).equals(signed.digest))
    breaks.push({ id, kind: 'changed', message: `Signed heads ${id} are not what was signed` })
  const { problems } = verifySignature({ name: `Signed heads ${id}`, ...signed }, anchors)
  return [...breaks, ...problems.map((problem) => ({ id, ...problem }))]
}
