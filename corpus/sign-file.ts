import { readFile } from 'node:fs/promises'
import { looksTheSame, type PagePart } from '../apps/api/src/documents/documents/pages/compare-rendering.ts'
import type { Inspected } from '../apps/api/src/documents/documents/uploads/inspect-thread.ts'
import { inspectUpload } from '../apps/api/src/documents/documents/tasks.ts'
import {
  checkSigned,
  signDocument,
  type DocumentOrder,
} from '../apps/api/src/signing/signing/engine/sign-document.ts'
import { checkOutside } from '../apps/api/src/testing/documents/outside-validators.ts'
import type { Notary } from './notary.ts'
import { outsideVerdicts, type Verdict } from './verdicts.ts'

export interface Outcome {
  readonly taken: 'accepted' | 'normalised' | 'refused'
  /** Why it was refused; or who found nothing against it. */
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
  const inspected = await context.threads.inspect.run(inspectUpload, { file, kind: 'pdf' }, { timeLimit })
  if ('refused' in inspected)
    return {
      taken: 'refused',
      notes: [inspected.refused],
      wrong: [],
      milliseconds: performance.now() - began,
    }
  const base = inspected.replacement ?? new Uint8Array(await readFile(file))
  const { order, place } = orderFor(base, inspected)
  const { tail } = await signDocument(context, order)
  const milliseconds = performance.now() - began
  const signed = Buffer.concat([base, tail])
  const [before, after] = [await checkOutside(base, anchorsPem), await checkOutside(signed, anchorsPem)]
  const looksSame = await looksTheSame(base, signed, place ? [place] : [])
  const verdicts: Verdict[] = [
    ...outsideVerdicts(before, after, order.fieldName),
    { asked: 'own validator', against: await ownComplaint(context, order, tail) },
    { asked: 'rendering', against: looksSame ? null : 'it looks different outside the field' },
    ...(milliseconds > timeLimit ? [{ asked: 'time', against: `${Math.round(milliseconds)} ms` }] : []),
  ]
  return {
    taken: inspected.replacement ? 'normalised' : 'accepted',
    notes: [
      order.fieldName === name ? 'B-LTA' : `B-LTA in its own field ${order.fieldName}`,
      ...verdicts.filter(({ against }) => against === null).map(({ asked }) => asked),
    ],
    wrong: verdicts.flatMap(({ asked, against }) => (against === null ? [] : [`${asked}: ${against}`])),
    milliseconds,
  }
}

type Taken = Exclude<Inspected, { readonly refused: unknown }>

/** In the first free field the file has, or else low on the left of the first page. */
function orderFor(
  base: Uint8Array,
  { pages, signatureFields }: Taken,
): { order: DocumentOrder; place: PagePart | undefined } {
  const free = signatureFields.find(({ signed }) => !signed)
  const { width = 0, height = 0 } = pages[0] ?? {}
  const rect = {
    x: width * 0.05,
    y: height * 0.85,
    width: Math.min(180, width * 0.6),
    height: Math.min(60, height * 0.12),
  }
  const order: DocumentOrder = {
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
  const place = free ? own : { page: 0, ...rect }
  return { order, place: place && partOf(place, pages[place.page]) }
}

function partOf(
  { page, x, y, width, height }: { page: number; x: number; y: number; width: number; height: number },
  size = { width: 1, height: 1 },
): PagePart {
  return {
    page,
    left: x / size.width,
    top: y / size.height,
    right: (x + width) / size.width,
    bottom: (y + height) / size.height,
  }
}

async function ownComplaint(
  context: Notary['context'],
  order: DocumentOrder,
  tail: Uint8Array,
): Promise<string | null> {
  try {
    await checkSigned(context, order, tail)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
