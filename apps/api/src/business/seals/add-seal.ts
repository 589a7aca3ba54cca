import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import * as repository from './repository.ts'
import { isAccountName, type Seal } from './seal.ts'

export interface NewSeal {
  readonly accountName: string
  readonly label: string
  readonly quality: Seal['quality']
  readonly legislation: Seal['legislation']
  /** Null: the one that is set up for seals at this level. */
  readonly service: string | null
  readonly sealName: string
  readonly organisation: string
  readonly certifies: boolean
}

type SealContext = Pick<Context, 'db' | 'now'>

/** As the operator's command does it. The seal can be used once the trust service has signed with it. */
export async function addSeal(context: SealContext, businessId: string, given: NewSeal): Promise<Seal> {
  if (!isAccountName(given.accountName))
    throw new NotDone('A seal is named by lower-case letters, digits and single dashes, a letter first.')
  return transaction(context.db, async (tx) => {
    if (!(await lockForNoKeyUpdate(tx, businessId))) throw new NotDone('There is no such business.')
    const seal: Seal = {
      ...given,
      id: crypto.randomUUID(),
      businessId,
      hasImage: false,
      certificate: null,
      provedAt: null,
      refusal: null,
      createdAt: context.now(),
      disabledAt: null,
    }
    if (!(await repository.insert(tx, seal)))
      throw new NotDone(`There is a seal named ${given.accountName} already.`)
    await appendBusinessEvent(tx, businessId, {
      type: 'seal_added',
      at: seal.createdAt,
      actor: systemActor,
      data: { sealId: seal.id, name: given.accountName, ...given },
    })
    await enqueue(tx, 'prove-seal', { sealId: seal.id }, { key: `prove-seal:${seal.id}` })
    return seal
  })
}

/** Asks its trust service once more. Until it has signed nobody seals. */
export async function proveAgain(context: SealContext, seal: Seal): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { service } = seal
    await repository.saveProof(tx, seal.id, { service, certificate: null, provedAt: null, refusal: null })
    await enqueue(tx, 'prove-seal', { sealId: seal.id }, { key: `prove-seal:${seal.id}` })
  })
}

/** Nobody seals with it any longer; what was sealed stays. */
export async function disableSeal(context: SealContext, seal: Seal): Promise<void> {
  await transaction(context.db, async (tx) => {
    const at = context.now()
    await repository.disable(tx, seal.id, at)
    await appendBusinessEvent(tx, seal.businessId, {
      type: 'seal_disabled',
      at,
      actor: systemActor,
      data: { sealId: seal.id, name: seal.accountName },
    })
  })
}
