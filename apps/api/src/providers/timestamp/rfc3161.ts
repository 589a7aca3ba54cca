import { randomBytes } from 'node:crypto'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import type { ChainVerdict } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import {
  parseTimestampResponse,
  timestampQuery,
} from '@countersign/pdf-signature/cms/timestamps/timestamp-token.ts'
import type { TimestampAnswer } from '@countersign/pdf-signature/cms/timestamps/timestamp-token.ts'
import {
  readTimestampToken,
  verifyTimestampToken,
} from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import type { TimestampVerdict } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { CmsError } from '@countersign/pdf-signature/cms/cms-error.ts'
import { shownAddress } from '#api/platform/values/shown-address.ts'
import type { ValidationMaterial } from '#api/providers/trust-service/port.ts'
import { exchange, ExchangeFailed } from './http-exchange.ts'
import { TimestampUnavailable } from './port.ts'
import type { TimestampAuthority } from './port.ts'
import { statusOfPath } from './revocation-source.ts'
import type { RevocationSource } from './revocation-source.ts'

export interface Rfc3161Options {
  readonly url: string
  /** Certificates, DER, to which the tokens must chain. */
  readonly anchors: readonly Uint8Array[]
  /** The anchors are everybody's roots, not this authority's: only those its tokens have led to are told to others. */
  readonly areCommonAnchors?: boolean
  readonly revocationSource: RevocationSource
  readonly now: () => Date
  /** Milliseconds for the whole exchange. */
  readonly timeLimit?: number
}

const sizeLimit = 256 * 1024
// RFC 3161 §2.2: the time in the token is compared with a local one.
const clockTolerance = 5 * 60_000
// An authority that is away would otherwise hold up every signature for the time limit, to tell its anchors.
const pauseAfterAsking = 10_000

/** A time-stamp authority over HTTP (RFC 3161 §3.4). A token is given only when it verifies and chains to an anchor. */
export function rfc3161Authority(options: Rfc3161Options): TimestampAuthority {
  const name = shownAddress(options.url)
  const known = new Map<string, Uint8Array>()
  const learn = (anchor: Uint8Array) => known.set(Buffer.from(anchor).toString('base64'), anchor)
  if (!options.areCommonAnchors) options.anchors.forEach(learn)
  const stamp = async (digest: Uint8Array): Promise<Uint8Array> => {
    const { token, anchor } = await requestToken(options, digest)
    learn(anchor)
    return token
  }
  let asked: { readonly at: number; readonly result: Promise<Uint8Array> } | undefined
  return {
    timestamp: (digest) => naming(name, async () => ({ token: await stamp(digest) })),
    validation: (token) => naming(name, () => collectMaterial(options, token)),
    async anchors() {
      if (known.size === 0) {
        const at = options.now().getTime()
        if (!asked || at - asked.at >= pauseAfterAsking)
          asked = { at, result: naming(name, () => stamp(randomBytes(32))) }
        await asked.result
      }
      return [...known.values()]
    },
  }
}

/** What goes wrong becomes the port's error, which names the authority. */
async function naming<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ExchangeFailed || error instanceof CmsError)) throw error
    throw new TimestampUnavailable([{ url, reason: error.message }], { cause: error })
  }
}

async function requestToken(
  options: Rfc3161Options,
  digest: Uint8Array,
): Promise<{ token: Uint8Array; anchor: Uint8Array }> {
  const { url, timeLimit = 3_000 } = options
  const nonce = randomBytes(16)
  const body = { type: 'application/timestamp-query', bytes: timestampQuery(digest, nonce) }
  const answer = parseTimestampResponse(await exchange({ url, body, timeLimit, sizeLimit }))
  if (!answer.granted) throw new ExchangeFailed(refusalText(answer))
  const verdict = verifyTimestampToken(answer.token, digest, { nonce })
  if (!verdict.valid) throw new ExchangeFailed(`its token does not verify: ${messages(verdict.problems)}`)
  const [anchor = answer.token] = trustedPath(options, verdict)
    .path.slice(-1)
    .map(({ raw }) => raw)
  const skew = Math.abs((verdict.info?.time.getTime() ?? 0) - options.now().getTime())
  if (skew > clockTolerance)
    throw new ExchangeFailed(`its clock and ours are ${Math.round(skew / 1000)} s apart`)
  return { token: answer.token, anchor }
}

function refusalText({ status, failure, text }: Extract<TimestampAnswer, { granted: false }>): string {
  return `it refused (status ${[status, failure, text].filter((part) => part !== undefined).join(', ')})`
}

const messages = (problems: readonly { readonly message: string }[]): string =>
  problems.map(({ message }) => message).join('; ')

function trustedPath(
  { anchors }: Rfc3161Options,
  { signerCertificate, certificates, info }: TokenParts,
): ChainVerdict {
  if (!signerCertificate || !info) throw new ExchangeFailed('its token does not carry its certificate')
  const intermediates = certificates.map(({ raw }) => raw)
  const chain = verifyChain(signerCertificate.raw, intermediates, anchors, info.time)
  if (!chain.trusted) throw new ExchangeFailed(`its certificate is not trusted: ${messages(chain.problems)}`)
  return chain
}

type TokenParts = Pick<TimestampVerdict, 'signerCertificate' | 'certificates' | 'info'>

/** The path of the token's certificate with the status of each certificate on it. */
async function collectMaterial(options: Rfc3161Options, token: Uint8Array): Promise<ValidationMaterial> {
  const parts = readTimestampToken(token)
  const { path } = trustedPath(options, parts)
  const certificates = path.map(({ raw }) => raw)
  const { ocsps, crls } = await statusOfPath(options.revocationSource, path)
  const [leaf = token] = certificates
  const at = parts.info?.time ?? options.now()
  const checked = verifyChain(leaf, certificates, options.anchors, at, { ocsps, crls })
  if (checked.revocation !== 'good')
    throw new ExchangeFailed(`its certificate: ${messages(checked.problems)}`)
  return { certificates, ocsps, crls }
}
