import { PdfError } from '../../src/pdf-error.ts'
import { inspect } from '../../src/inspect.ts'
import type { Inspection } from '../../src/inspect.ts'
import { placeSignatureFields } from '../../src/place-fields.ts'
import { openDocument } from '../../src/reader/document.ts'
import { refusal } from '../../src/refusal.ts'
import { rewriteDocument } from '../../src/rewrite.ts'
import { joined, signField, validationData } from '../../src/testing/ceremony.ts'
import { appendRevision } from '../../src/testing/pdf-builder.ts'
import { validatePdf } from '../../src/validate.ts'
import type { ValidationPolicy } from '../../src/validate.ts'
import type { Mutation } from '../mutation/bytes.ts'
import { changeText, mutatePdf } from '../mutation/pdf.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { encryptedSeeds, signedSeeds, unsignedSeeds } from './pdf-seeds.ts'
import { shownBy } from './shown.ts'
import { orRefused, promise } from './target.ts'
import type { MakeTarget } from './target.ts'

const policyOf = ({ pki, time }: World): ValidationPolicy => ({
  anchors: [pki.root.certificate.raw],
  cache: validationData(pki),
  at: new Date(time.getTime() + 60_000),
})

/** What is taken is signed as the product does it, and the signature holds. */
function takeAndSign(world: World, bytes: Buffer, inspection: Inspection, policy: ValidationPolicy): void {
  if (refusal(inspection) !== null || inspection.needsNormalising) return
  const [free] = inspection.emptySignatureFields
  const [page] = inspection.pages
  if (!page || pointsBeyond(bytes)) return
  const rect = {
    x: page.width * 0.1,
    y: page.height * 0.1,
    width: page.width * 0.3,
    height: page.height * 0.1,
  }
  const fields = free ? new Uint8Array() : placeSignatureFields(bytes, [{ name: 'Fuzz', page: 0, rect }])
  const chunks = [bytes, fields]
  const tail = signField(chunks, world.pki, free?.name ?? 'Fuzz', false)
  const signed = joined([...chunks, tail])
  const after = inspect(signed)
  promise(
    after.problem === undefined && after.pageCount === inspection.pageCount,
    'What was signed is another file',
  )
  promise(after.signatures.length === inspection.signatures.length + 1, 'The signature is not there')
  const own = validatePdf(signed, policy).signatures.find(({ field }) => field === (free?.name ?? 'Fuzz'))
  promise(
    own?.indication === 'TOTAL_PASSED',
    `The signature is ${own?.subIndication ?? own?.indication ?? 'missing'}`,
  )
  promise(shownBy(signed) === shownBy(bytes), 'Signing changed what is shown')
}

/** What the file points at in vain may be a number that signing gives to something new. */
function pointsBeyond(bytes: Buffer): boolean {
  const { size } = openDocument(bytes).xref
  return bytes
    .toString('latin1')
    .matchAll(/\b(\d{1,10}) \d+ R\b/g)
    .some(([, num]) => Number(num) >= size)
}

/** Any file is inspected, and what is taken can be signed. */
export const pdf: MakeTarget = (world) => {
  const policy = policyOf(world)
  return {
    seeds: [...unsignedSeeds(), ...signedSeeds(world.pki).slice(0, 3)],
    mutate: mutatePdf,
    run: (input) => takeAndSign(world, input, inspect(input), policy),
  }
}

/** What is written again needs no more of it, and can be signed. */
function normalisation(world: World, seeds: readonly Buffer[]) {
  const policy = policyOf(world)
  return {
    seeds,
    mutate: mutatePdf,
    run(input: Buffer) {
      const before = inspect(input)
      const written = orRefused(PdfError, () => rewriteDocument(input))
      if (!written || before.problem) return
      const after = inspect(written)
      promise(after.problem === undefined, `What was written anew is ${after.problem}`)
      promise(!after.needsNormalising && !after.encrypted, 'What was written anew needs writing anew')
      promise(after.pageCount >= before.pageCount, 'What was written anew lacks pages')
      takeAndSign(world, written, after, policy)
    },
  }
}

export const normalise: MakeTarget = (world) => normalisation(world, unsignedSeeds())
export const decipher: MakeTarget = (world) => normalisation(world, encryptedSeeds())

/** Appends a revision with objects of the file changed, as an attacker would after someone signed. */
const append: Mutation = (input, other, random) => {
  const text = input.toString('latin1')
  const objects = [...text.matchAll(/(\d{1,5}) 0 obj\s([\s\S]{1,3000}?)\sendobj/g)].slice(0, 2000)
  const others = [...other.toString('latin1').matchAll(/\d 0 obj\s([\s\S]{1,3000}?)\sendobj/g)].slice(0, 2000)
  if (objects.length === 0 || others.length === 0) return mutatePdf(input, other, random)
  const changed: Record<number, string> = {}
  for (let i = random.below(3); i >= 0; i--) {
    const [, num, body = ''] = random.pick(objects)
    const [, otherBody = ''] = random.once(4) ? random.pick(others) : random.pick(objects).slice(1)
    changed[random.once(6) ? 900 + i : Number(num)] = bodyOf(body, otherBody, random)
  }
  const appended = appendRevision(input, {})
  return appended.length < 2_000_000 ? appendRevision(input, toLatin1(changed)) : input
}

const bodyOf = (body: string, other: string, random: Random): string =>
  random.once(8) ? other : changeText(body, other, random)

const toLatin1 = (objects: Record<number, string>): Record<number, Buffer> =>
  Object.fromEntries(Object.entries(objects).map(([num, body]) => [num, Buffer.from(body, 'latin1')]))

/** A signature holds only while the pages show what they showed when it was made. */
export const validate: MakeTarget = (world) => {
  const policy = policyOf(world)
  return {
    seeds: signedSeeds(world.pki),
    mutate: (input, other, random) => (random.once(3) ? mutatePdf : append)(input, other, random),
    run(input) {
      const report = validatePdf(input, { ...policy, isThorough: true })
      const passed = report.signatures.filter(({ indication }) => indication === 'TOTAL_PASSED')
      if (passed.length === 0) return
      const now = shownBy(input)
      for (const { field } of passed) {
        const revision = report.file.revisions.find(({ signed }) => signed.includes(field))
        if (revision && now !== undefined)
          promise(
            shownBy(input.subarray(0, revision.end)) === now,
            'A signature holds and other pages are shown',
          )
      }
    },
  }
}
