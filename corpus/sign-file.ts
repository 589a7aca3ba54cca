import { readFile } from 'node:fs/promises'
import { looksTheSame, type PagePart } from '../apps/api/src/documents/compare-rendering.ts'
import type { Inspected } from '../apps/api/src/documents/inspect-thread.ts'
import { inspectUpload } from '../apps/api/src/documents/tasks.ts'
import { checkSeal, sealDocument, type SealOrder } from '../apps/api/src/signing/seal-document.ts'
import { checkOutside, type OutsideVerdicts } from '../apps/api/src/testing/outside-validators.ts'
import type { Notary } from './notary.ts'

export interface Outcome {
  readonly taken: 'accepted' | 'normalised' | 'refused'
  /** Why it was refused; or what was found on the way. */
  readonly notes: readonly string[]
  /** What must not be. */
  readonly wrong: readonly string[]
  /** What the product itself took, without the validators. */
  readonly milliseconds: number
}

/** No file may take longer than an upload may. */
const timeLimit = 10_000
const name = 'Corpus'

/** Takes a file in as an upload, signs it to its end (B-LTA), and asks validators that are not ours. */
export async function signFile({ context, anchorsPem }: Notary, file: string): Promise<Outcome> {
  const began = performance.now()
  const inspected = await context.threads.engine.run(inspectUpload, { file, kind: 'pdf' }, { timeLimit })
  if ('refused' in inspected)
    return {
      taken: 'refused',
      notes: [inspected.refused],
      wrong: [],
      milliseconds: performance.now() - began,
    }
  const base = inspected.replacement ?? new Uint8Array(await readFile(file))
  const { order, place } = orderFor(base, inspected)
  const { tail } = await sealDocument(context, order)
  const milliseconds = performance.now() - began
  const signed = Buffer.concat([base, tail])
  const [before, after] = [await checkOutside(base, anchorsPem), await checkOutside(signed, anchorsPem)]
  const wrong = [
    ...(milliseconds > timeLimit ? ['it took too long'] : []),
    ...complaints(before, after, order.fieldName),
    ...(await ownComplaints(context, order, tail)),
    ...((await looksTheSame(base, signed, place ? [place] : [])) ? [] : ['it looks different']),
  ]
  const notes = [
    order.fieldName === name ? 'B-LTA' : `B-LTA in its own field ${order.fieldName}`,
    ...(before.signatures.length > 0 ? [`${before.signatures.length} earlier signatures`] : []),
    ...(before.qpdf === 'clean' ? [] : ['qpdf complains of the original too']),
  ]
  return { taken: inspected.replacement ? 'normalised' : 'accepted', notes, wrong, milliseconds }
}

type Taken = Exclude<Inspected, { readonly refused: unknown }>

/** In the first free field the file has, or else low on the left of the first page. */
function orderFor(
  base: Uint8Array,
  { pages, signatureFields }: Taken,
): { order: SealOrder; place: PagePart | undefined } {
  const free = signatureFields.find(({ signed }) => !signed)
  const { width = 0, height = 0 } = pages[0] ?? {}
  const rect = {
    x: width * 0.05,
    y: height * 0.85,
    width: Math.min(180, width * 0.6),
    height: Math.min(60, height * 0.12),
  }
  const order: SealOrder = {
    base,
    placements: free ? [] : [{ name, page: 0, rect }],
    fieldName: free?.name ?? name,
    earlier: [],
    signer: { name: 'Zoë Müller', email: 'zoe@example.org' },
    quality: 'SES',
    time: new Date(),
    visible: { lines: ['Signed by Zoë Müller', '2026-11-22 10:00'], image: null },
    isLast: true,
  }
  const [own] = free?.places ?? []
  return { order, place: free ? own : { page: 0, ...rect } }
}

/** Validators that are not ours: OpenSSL on each byte range, pdfsig, qpdf. Earlier signatures are as good as before. */
function complaints(before: OutsideVerdicts, after: OutsideVerdicts, field: string): string[] {
  const earlier = before.signatures.length
  const [own, stamp, ...others] = after.signatures.slice(earlier)
  const wrong: string[] = []
  if (own?.openssl !== 'ok' || own.kind !== 'signature')
    wrong.push(`OpenSSL on the signature: ${own?.openssl}`)
  if (!own?.hasTimestamp || own.hasSigningTime) wrong.push('the signature is not at PAdES level B-T')
  if (stamp?.openssl !== 'ok' || stamp.kind !== 'document_timestamp' || !stamp.coversWholeFile)
    wrong.push(`OpenSSL on the document timestamp: ${stamp?.openssl}`)
  if (others.length > 0) wrong.push('there are more signatures than were made')
  before.signatures.forEach(({ openssl }, index) => {
    const now = after.signatures[index]?.openssl ?? 'it is gone'
    if (reasonIn(now) !== reasonIn(openssl)) wrong.push(`OpenSSL on earlier signature ${index + 1}: ${now}`)
  })
  for (const { field: other, signature } of before.pdfsig) {
    const now = after.pdfsig.find((each) => each.field === other)?.signature
    if (now !== signature) wrong.push(`pdfsig on the earlier signature in ${other}: ${now ?? 'it is gone'}`)
  }
  const verdict = after.pdfsig.find((each) => each.field === field)
  if (verdict?.signature !== 'Signature is Valid.' || verdict.certificate !== 'Certificate is Trusted.')
    wrong.push(`pdfsig: ${verdict?.signature} ${verdict?.certificate}`)
  if (before.qpdf === 'clean' && after.qpdf !== 'clean') wrong.push(`qpdf: ${after.qpdf}`)
  return wrong
}

async function ownComplaints(
  context: Notary['context'],
  order: SealOrder,
  tail: Uint8Array,
): Promise<string[]> {
  try {
    await checkSeal(context, order, tail)
    return []
  } catch (error) {
    return [`our own validator: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Without the number of the thread and the time that OpenSSL puts before it. */
const reasonIn = (said: string): string => said.slice(said.lastIndexOf(':') + 1).trim()
