import { createHash, generateKeyPairSync, randomBytes, sign as signDigest } from 'node:crypto'
import { aPki, aTimestampToken } from '../../packages/pdf-signature/src/cms/testing/sample-authority.ts'
import { placeSignatureFields } from '../../packages/pdf-signature/src/place-fields.ts'
import { hashPrefix } from '../../packages/pdf-signature/src/prefix-hash.ts'
import { prepareDocumentTimestamp, prepareSignature } from '../../packages/pdf-signature/src/prepare.ts'
import { embedSignature } from '../../packages/pdf-signature/src/contents-placeholder.ts'
import { aCms, validationData } from '../../packages/pdf-signature/src/testing/ceremony.ts'
import { aPdf as aPdfOf, streamObject } from '../../packages/pdf-signature/src/testing/pdf-builder.ts'
import { addValidationData } from '../../packages/pdf-signature/src/validation-data.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { median, type Figure, type Row, timed } from '../row.ts'
import { openPeers, type Peer } from '../sign-peers.ts'

interface Sample {
  readonly name: string
  readonly content: Uint8Array
  /** Milliseconds at most for the whole of a B-LTA. */
  readonly limit: number
  readonly rounds: number
}

const megabyte = 1024 * 1024

function samples(): Sample[] {
  const text = 'Annex '.repeat(400)
  const pages = (count: number) => aPdf({ pages: count, title: text })
  const large = aPdfOf({ pages: 10, objects: { 200: streamObject(randomBytes(50 * megabyte)) } })
  return [
    { name: '1 page', content: pages(1), limit: 7, rounds: 30 },
    { name: '10 pages', content: pages(10), limit: 7, rounds: 30 },
    { name: '100 pages', content: pages(100), limit: 10, rounds: 20 },
    { name: '500 pages', content: pages(500), limit: 20, rounds: 20 },
    { name: '50 MB', content: large, limit: 120, rounds: 7 },
  ]
}

const pki = aPki()
const validation = validationData(pki)

/**
 * From a file to its archive level in process, fields, timestamps and revocation data included; beside it what hashing
 * and one ECDSA signature take at least, and what others take for a bare signature (B-B), which is less.
 */
export const sign: Row = {
  name: 'sign',
  run: async () => {
    const peers = await openPeers()
    const figures: Figure[] = []
    for (const sample of samples()) figures.push(await measure(sample, peers.all))
    await peers.close()
    return figures
  },
}

async function measure({ name, content, limit, rounds }: Sample, peers: readonly Peer[]): Promise<Figure> {
  const least = await medianOf(rounds, () => hashAndSign(content))
  const ours = await medianOf(rounds, () => archive(content))
  const others: string[] = []
  for (const peer of peers) {
    const took = await medianOf(Math.min(rounds, 5), () => peer.sign(content))
    others.push(`${peer.name} ${took.toFixed(0)} ms`)
  }
  const size =
    content.length < megabyte ? `${content.length >> 10} KB` : `${Math.round(content.length / megabyte)} MB`
  return {
    what: `signed to B-LTA in process, ${name} (${size})`,
    measured: ours,
    unit: 'ms',
    limit,
    peer: `B-B: ${others.join(', ')}`,
    detail: `SHA-256 and ECDSA alone ${least.toFixed(2)} ms`,
  }
}

async function medianOf(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    const [took] = await timed(async () => work())
    // The first two warm it up.
    if (round > 1) times.push(took)
  }
  return median(times)
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function hashAndSign(content: Uint8Array): Uint8Array {
  return signDigest('sha256', createHash('sha256').update(content).digest(), privateKey)
}

/** The file is hashed once: both signatures continue from the state after its last byte. */
function archive(content: Uint8Array): Uint8Array[] {
  const rect = { x: 50, y: 50, width: 180, height: 60 }
  const prefixHash = hashPrefix(content)
  const chunks = [content, placeSignatureFields(content, [{ name: 'Anna', page: 0, rect }])]
  const prepared = prepareSignature(chunks, {
    fieldName: 'Anna',
    signerName: 'Anna Keller',
    time: new Date(),
    prefixHash,
  })
  chunks.push(embedSignature(prepared, aCms(pki, prepared.digest)))
  chunks.push(addValidationData(chunks, validation))
  const stamp = prepareDocumentTimestamp(chunks, { prefixHash })
  chunks.push(embedSignature(stamp, aTimestampToken(pki.timestamper, stamp.digest)))
  return chunks
}
