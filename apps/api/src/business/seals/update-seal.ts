import type { AccountActor } from '#api/platform/actor.ts'
import { type BusinessEventType } from '#api/business/businesses/business-event.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { readGivenPicture } from '#api/documents/visual-signatures/read-uploaded-picture.ts'
import { openSealAsAdmin } from './policy.ts'
import * as repository from './repository.ts'
import type { Seal } from './seal.ts'

export interface SealReference {
  readonly businessId: string
  /** The seal's name or id. */
  readonly named: string
}

/** What it is called, and whether it certifies. A call that changes nothing isn't recorded. */
export function updateSeal(
  context: Context,
  actor: AccountActor,
  which: SealReference,
  given: { readonly label?: string | undefined; readonly certifies?: boolean | undefined },
): Promise<Seal> {
  return asAdmin(context, actor, which, async (tx, before, log) => {
    const { label = before.label, certifies = before.certifies } = given
    if (label === before.label && certifies === before.certifies) return
    await repository.saveChange(tx, before.id, { label, certifies })
    await log('seal_changed', {
      before: { label: before.label, certifies: before.certifies },
      after: { label, certifies },
    })
  })
}

export async function setSealImage(
  context: Context,
  actor: AccountActor,
  which: SealReference,
  content: string,
): Promise<Seal> {
  // Who may not is told so before their picture is read.
  await openSealAsAdmin(context.db, actor, which.businessId, which.named)
  const image = await readGivenPicture(context, { content, removeBackground: false }, 'image')
  return asAdmin(context, actor, which, async (tx, { id }, log) => {
    await repository.saveChange(tx, id, { image })
    await log('seal_image_set', {})
  })
}

export function deleteSealImage(context: Context, actor: AccountActor, which: SealReference): Promise<Seal> {
  return asAdmin(context, actor, which, async (tx, { id, hasImage }, log) => {
    if (!hasImage) return
    await repository.saveChange(tx, id, { image: null })
    await log('seal_image_removed', {})
  })
}

type Log = (type: BusinessEventType, data: Record<string, unknown>) => Promise<void>

/** An admin's action on a seal, in one transaction with its record; returns the changed seal. */
export async function asAdmin(
  context: Context,
  actor: AccountActor,
  { businessId, named }: SealReference,
  work: (tx: Transaction, seal: Seal, log: Log) => Promise<void>,
): Promise<Seal> {
  return transaction(context.db, async (tx) => {
    const { id } = await openSealAsAdmin(tx, actor, businessId, named)
    const seal = await repository.lockForNoKeyUpdate(tx, id)
    if (!seal) throw new Refusal('not_found')
    await work(tx, seal, (type, data) =>
      appendBusinessEvent(tx, businessId, {
        type,
        at: context.now(),
        actor: eventActor(actor),
        data: { sealId: id, name: seal.accountName, ...data },
      }),
    )
    return (await repository.findById(tx, id)) ?? seal
  })
}
