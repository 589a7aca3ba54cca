import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import type { Participant } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { allow, requestedSignerOf, isActing, ownSignatures } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { mayStartSigning } from '#api/signing/signature-requests/signature-request.ts'
import { readInput } from './read-input.ts'
import { findInput, type Input, saveInput } from './repository.ts'

/** Keeps what a signer has filled in so far. Nobody else sees it, and the request itself doesn’t change. */
export async function saveFieldInput(
  context: Context,
  actor: Participant,
  { id, sigId }: { readonly id: string; readonly sigId: string },
  given: FieldInput,
): Promise<{ readonly input: Input; readonly at: Date }> {
  return transaction(context.db, async (tx) => {
    // Two pages of one signer may save at once, and one may sign meanwhile: one after the other.
    const request = await requests.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'sign')
    const own = ownSignatures(request, actor).find((one) => one.id === sigId)
    const signature = own && requestedSignerOf(own, actor)
    if (!signature) throw new Refusal('not_found')
    const at = context.now()
    const refusal = mayStartSigning(request, signature, at)
    if (refusal) throw new Refusal(refusal)
    if (signature.signing?.status === 'OPEN' && !isActing(own, actor))
      throw new Refusal('signature.taken_by_member')
    const wrong: WrongField[] = []
    const fields = signature.documents.flatMap((document) => document.fields)
    const values = readInput(fields, given, 'fields', wrong)
    if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
    const input = merged(await findInput(tx, signature), values)
    await saveInput(tx, signature, input, at)
    return { input, at }
  })
}

/** Each field that was named has its new value; the others keep theirs. */
function merged(before: Input, values: ReadonlyMap<string, Input[string] | null>): Input {
  const kept = Object.entries(before).filter(([id]) => !values.has(id))
  const given = [...values].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const]))
  return Object.fromEntries([...kept, ...given])
}
