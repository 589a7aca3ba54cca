import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { checkContent } from './check-content.ts'
import * as repository from './repository.ts'
import { type VisualChanges, type VisualSignature, withChanges } from './visual-signature.ts'
import type { VisualContext } from './permissions.ts'

export async function updateVisualSignature(
  context: VisualContext,
  actor: AccountActor,
  id: string,
  { default: wantsDefault, ...given }: VisualChanges & { readonly default?: boolean | undefined },
): Promise<VisualSignature> {
  const { accountId } = actor
  if (!(await repository.find(context.db, accountId, id))) throw new Refusal('not_found')
  await checkContent(context, accountId, given)
  return transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, accountId)
    const saved = await repository.find(tx, accountId, id)
    if (!saved) throw new Refusal('not_found')
    if (wantsDefault === false && saved.isDefault)
      throw wrongField('default', 'needed', 'One is always the default: make another one the default instead')
    await repository.save(tx, id, withChanges(saved, given), context.now())
    if (wantsDefault && !saved.isDefault) await repository.makeDefault(tx, accountId, id)
    const changed = await repository.find(tx, accountId, id)
    if (!changed) throw new Refusal('not_found')
    return changed
  })
}
