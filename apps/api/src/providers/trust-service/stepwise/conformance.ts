import { randomBytes } from 'node:crypto'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import { prepareSignature } from '@countersign/pdf-signature/prepare.ts'
import { embedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { addValidationData } from '@countersign/pdf-signature/validation-data.ts'
import { describe, expect, test } from 'vitest'
import type { Progress, SigningOrder, SigningParty, SigningStep, StepwiseTrustService } from './port.ts'

export const tamperedAnswers = ['bad_signature', 'wrong_digest', 'wrong_algorithm', 'wrong_quality'] as const
export type StepwiseFault = (typeof tamperedAnswers)[number] | 'timeout' | 'status_503' | 'refused'

export interface StepwiseStage {
  readonly service: StepwiseTrustService
  /** What this adapter signs for: with a step for people, without for seals and the service. */
  readonly parties: readonly SigningParty[]
  /** False where people have approved before the service is asked, which signs for them at once. */
  readonly asks?: boolean
  /** Does as the signer what the step wants, or cancels there; gives the query of a way back. */
  readonly act: (step: SigningStep, choice: 'approve' | 'cancel') => Promise<string | undefined>
  /** Makes the far side meet its next calls in this way; nothing where there is no far side. */
  readonly fail?: (kind: StepwiseFault, times: number) => void
  /** Tampered answers that the far side cannot give. */
  readonly impossible?: readonly StepwiseFault[]
  /** Whether the first call of an order may sign, or ask the signer: it is made once, though its answer be lost. */
  readonly beginsWithSigning?: boolean
  /** The same service in another process. */
  readonly reopen: () => StepwiseTrustService
}

let count = 0

/** An order for this party, over digests nobody has seen. */
export function anOrder(party: SigningParty, documents = 1): SigningOrder {
  count += 1
  return {
    reference: `order-${process.pid}-${count}-${randomBytes(4).toString('hex')}`,
    documents: Array.from({ length: documents }, (_, index) => ({
      id: `document ${index}`,
      digest: randomBytes(32),
      label: `Contract ${index}`,
    })),
    party,
    language: 'en',
    message: 'Please confirm the signing of the contract',
    returnUrl: 'https://sign.example.test/return',
  }
}

/** Begins and does all that is asked for, until it is signed. */
export async function signWith(
  { service, act }: Pick<StepwiseStage, 'service' | 'act'>,
  order: SigningOrder,
  choice: 'approve' | 'cancel' = 'approve',
): Promise<Extract<Progress, { kind: 'signed' }>> {
  return continueWith({ service, act }, await service.begin(order), choice)
}

/** Does what is asked for: signing in to the service first, where it wants that, and perhaps several approvals. */
async function continueWith(
  { service, act }: Pick<StepwiseStage, 'service' | 'act'>,
  begun: Progress,
  choice: 'approve' | 'cancel' = 'approve',
): Promise<Extract<Progress, { kind: 'signed' }>> {
  let progress = begun
  for (let steps = 0; progress.kind === 'waiting' && steps < 6; steps++)
    progress = await service.proceed(progress.ticket, await act(progress.step, choice))
  if (progress.kind === 'signed') return progress
  throw new Error('It still waits for something')
}

/** What every adapter has to do; `stage` is called in each test. An impatient one waits for answers only shortly. */
export function stepwiseConformance(
  name: string,
  stage: (patience?: 'impatient') => Promise<StepwiseStage>,
): void {
  const personal = ({ parties }: StepwiseStage) => parties.find(({ kind }) => kind === 'person')
  const stepped = (here: StepwiseStage) => (here.asks === false ? undefined : personal(here))
  const first = ({ parties: [party] }: StepwiseStage): SigningParty => {
    if (!party) throw new Error('The stage has no party')
    return party
  }

  describe(`${name} is a trust service with steps`, () => {
    test('each party signs: over its digest, stamped, and known to be good', async () => {
      const here = await stage()
      const anchors = await here.service.anchors()
      for (const party of here.parties) {
        const order = anOrder(party)
        const { signatures } = await signWith(here, order)
        const [signed] = signatures
        const [document] = order.documents
        expect(signatures.map(({ id }) => id)).toEqual([document?.id])
        if (!signed || !document) throw new Error('There is no signature')
        const verdict = verifySignedData(signed.cms, document.digest)
        expect(verdict).toMatchObject({ problems: [], departures: [], timestamp: { problems: [] } })
        const { certificates, ...material } = signed.validation
        const at = verdict.timestamp?.info?.time ?? new Date(0)
        const chain = verifyChain(signed.certificate, certificates, anchors, at, material)
        expect(chain).toMatchObject({ trusted: true, problems: [] })
        if (party.kind !== 'service') expect(chain.revocation).toBe('good')
      }
      expect(here.service.health().state).toBe('UP')
    })

    test('in a PDF its signature is B-LT by our own validator', async () => {
      const here = await stage()
      const party = personal(here) ?? first(here)
      const base = aPdf()
      const request = { fieldName: 'Signer 1', signerName: 'Anna Müller', time: new Date() }
      const prepared = prepareSignature(base, { ...request, contentsSize: 32_000 })
      const order = anOrder(party)
      const documents = [{ id: 'a', digest: prepared.digest, label: 'Contract' }]
      const { signatures } = await signWith(here, { ...order, documents })
      const [signed] = signatures
      if (!signed) throw new Error('There is no signature')
      const chunks = [base, embedSignature(prepared, signed.cms)]
      chunks.push(addValidationData(chunks, signed.validation))
      const { overall, signatures: found } = validatePdf(chunks, {
        anchors: await here.service.anchors(),
        at: new Date(),
      })
      expect(overall).toBe('TOTAL_PASSED')
      expect(found).toMatchObject([{ level: party.kind === 'person' ? 'B-LT' : expect.any(String) }])
    })

    test('several documents are signed with one approval, each over its own digest', async () => {
      const here = await stage()
      const order = anOrder(personal(here) ?? first(here), 3)
      const { signatures } = await signWith(here, order)
      const valid = signatures.map(({ id, cms }, index) => {
        const document = order.documents[index]
        return document?.id === id && verifySignedData(cms, document.digest).valid
      })
      expect(valid).toEqual([true, true, true])
    })

    test('without the approval it waits, and continues in another process', async () => {
      const here = await stage()
      const party = stepped(here)
      if (!party) return
      const order = anOrder(party)
      const begun = await here.service.begin(order)
      if (begun.kind !== 'waiting') throw new Error('It signed without asking')
      expect(begun.expiresAt.getTime()).toBeGreaterThan(Date.now())
      const other = here.reopen()
      expect(await other.proceed(begun.ticket)).toMatchObject({ kind: 'waiting' })
      expect(await continueWith({ service: other, act: here.act }, begun)).toMatchObject({ kind: 'signed' })
    })

    test('who cancels has cancelled', async () => {
      const here = await stage()
      const party = stepped(here)
      if (!party) return
      await expect(signWith(here, anOrder(party), 'cancel')).rejects.toMatchObject({
        name: 'StepwiseSigningFailed',
        code: 'cancelled',
      })
    })

    test.each(tamperedAnswers)('%s is not believed, and nothing of it is given on', async (kind) => {
      const here = await stage()
      if (!here.fail || here.impossible?.includes(kind)) return
      const qualified = here.parties.find(({ quality }) => quality === 'QES') ?? first(here)
      here.fail(kind, 1)
      await expect(signWith(here, anOrder(qualified))).rejects.toMatchObject({ code: 'answer_invalid' })
      await signWith(here, anOrder(qualified))
    })

    test('status_503 once is got over', async () => {
      const here = await stage()
      if (!here.fail) return
      here.fail('status_503', 1)
      expect((await signWith(here, anOrder(first(here)))).signatures).toHaveLength(1)
    })

    test('a connection that breaks once is got over, unless the call may have signed', async () => {
      const here = await stage()
      if (!here.fail) return
      here.fail('refused', 1)
      const signing = signWith(here, anOrder(first(here)))
      if (here.beginsWithSigning) await expect(signing).rejects.toMatchObject({ code: 'unavailable' })
      else expect((await signing).signatures).toHaveLength(1)
    })

    test('a service that is away is called so, and left alone in the end', async () => {
      const here = await stage()
      if (!here.fail) return
      here.fail('refused', -1)
      const party = first(here)
      for (let attempt = 0; attempt < 6; attempt++)
        await expect(here.service.begin(anOrder(party))).rejects.toMatchObject({ code: 'unavailable' })
      expect(here.service.health()).toMatchObject({
        state: 'DOWN',
        lastFailure: { reason: expect.any(String) },
      })
      await expect(here.service.begin(anOrder(party))).rejects.toThrow(/left alone/)
    })

    test('a service that never answers is given up', async () => {
      const here = await stage('impatient')
      if (!here.fail) return
      here.fail('timeout', -1)
      await expect(here.service.begin(anOrder(first(here)))).rejects.toThrow(/no answer within/)
    })

    test('what cannot be signed is refused', async () => {
      const here = await stage()
      const order = anOrder(first(here))
      const short = order.documents.map((each) => ({ ...each, digest: randomBytes(20) }))
      for (const documents of [short, [], [...order.documents, ...order.documents]])
        await expect(here.service.begin({ ...order, documents })).rejects.toMatchObject({
          code: 'order_invalid',
        })
    })

    test('a ticket of nobody leads nowhere', async () => {
      const { service } = await stage()
      for (const ticket of ['', '{}', 'nonsense', '[1]'])
        await expect(service.proceed(ticket)).rejects.toMatchObject({ code: 'order_invalid' })
    })
  })
}
