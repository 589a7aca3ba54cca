import { readFile } from 'node:fs/promises'
import { looksTheSame, type PagePart } from '../apps/api/src/documents/documents/pages/compare-rendering.ts'
import type { InspectionResult } from '../apps/api/src/documents/documents/uploads/inspect-thread.ts'
import { runImageTask } from '../apps/api/src/documents/images/run-image-task.ts'
import { inspectUpload } from '../apps/api/src/documents/documents/tasks.ts'
import {
  checkSigned,
  signDocument,
  type DocumentOrder,
} from '../apps/api/src/signing/signing/engine/sign-document.ts'
import type { FieldValue } from '../packages/pdf-signature/src/fields/field-value.ts'
import { listInputFields } from '../packages/pdf-signature/src/fields/list-input-fields.ts'
import type { FieldPlacement } from '../packages/pdf-signature/src/fields/placement.ts'
import { checkOutside } from '../apps/api/src/testing/documents/outside-validators.ts'
import { valuesFor } from './fill-form.ts'
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

/**
 * Takes a file in as an upload, without its scripts if it is refused for them, signs it to its end (B-LTA), and asks validators
 * that are not ours. A form is filled in and signed by two people.
 */
export async function signFile({ context, anchorsPem }: Notary, file: string): Promise<Outcome> {
  const began = performance.now()
  const takeIn = (removeScripts: boolean) =>
    runImageTask(context.threads.inspect, inspectUpload, { file, kind: 'pdf', removeScripts }, timeLimit)
  const first = await takeIn(false)
  const inspected = 'refused' in first ? await takeIn(true) : first
  if ('refused' in inspected)
    return {
      taken: 'refused',
      notes: [inspected.refused],
      wrong: [],
      milliseconds: performance.now() - began,
    }
  const base = inspected.replacement ?? new Uint8Array(await readFile(file))
  const { order: only, place } = orderFor(base, inspected)
  const values = valuesFor(base)
  const filled = values.flat()
  const { order, tail } =
    filled.length > 0 ? await signByTwo(context, only, values) : await signByOne(context, only)
  const milliseconds = performance.now() - began
  const signed = Buffer.concat([order.base, tail])
  const [before, after] = [await checkOutside(base, anchorsPem), await checkOutside(signed, anchorsPem)]
  const changed = [...(place ? [place] : []), ...placesOf(base, inspected, filled)]
  const looksSame = await looksTheSame(base, signed, changed)
  const verdicts: Verdict[] = [
    ...outsideVerdicts(
      order === only ? before : await checkOutside(order.base, anchorsPem),
      after,
      order.fieldName,
    ),
    { asked: 'own validator', against: await ownComplaint(context, order, tail) },
    { asked: 'rendering', against: looksSame ? null : 'it looks different outside the field' },
    ...(milliseconds > timeLimit ? [{ asked: 'time', against: `${Math.round(milliseconds)} ms` }] : []),
  ]
  return {
    taken: inspected.replacement ? 'normalised' : 'accepted',
    notes: [
      ...(inspected.scriptsRemoved ? ['scripts removed'] : []),
      ...(filled.length > 0 ? [`${filled.length} fields filled in by two people`] : []),
      only.fieldName === name ? 'B-LTA' : `B-LTA in its own field ${only.fieldName}`,
      ...verdicts.filter(({ against }) => against === null).map(({ asked }) => asked),
    ],
    wrong: verdicts.flatMap(({ asked, against }) => (against === null ? [] : [`${asked}: ${against}`])),
    milliseconds,
  }
}

type AcceptedUpload = Exclude<InspectionResult, { readonly refused: unknown }>

async function signByOne(context: Notary['context'], order: DocumentOrder) {
  const { tail } = await signDocument(context, order)
  return { order, tail }
}

/** Each with their own fields, which their signature locks. */
async function signByTwo(
  context: Notary['context'],
  order: DocumentOrder,
  [own, others]: readonly [readonly FieldValue[], readonly FieldValue[]],
): Promise<{ order: DocumentOrder; tail: Uint8Array }> {
  const namesOf = (values: readonly FieldValue[]) => values.map((value) => value.name)
  const second: FieldPlacement = { name: `${name} 2`, page: 0, rect: null, lock: namesOf(others) }
  const first = {
    ...order,
    placements: [...order.placements, second],
    values: own,
    lock: namesOf(own),
    isLast: false,
  }
  const { tail } = await signDocument(context, first)
  await checkSigned(context, first, tail)
  const last: DocumentOrder = {
    ...order,
    base: Buffer.concat([order.base, tail]),
    placements: [],
    fieldName: second.name,
    values: others,
    lock: namesOf(others),
    earlier: [order.fieldName],
    visible: null,
  }
  return signByOne(context, last)
}

/** Where values are to be seen. */
function placesOf(base: Uint8Array, { pages }: AcceptedUpload, filled: readonly FieldValue[]): PagePart[] {
  const names = new Set(filled.map((value) => value.name))
  const fields = listInputFields(base).fields.filter((field) => names.has(field.name))
  return fields.flatMap(({ places }) => places.map((place) => partOf(place, pages[place.page])))
}

/** In the first free field the file has, or else low on the left of the first page. */
function orderFor(
  base: Uint8Array,
  { pages, signatureFields }: AcceptedUpload,
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
