import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkContent } from './check-content.ts'
import * as repository from './repository.ts'
import {
  defaultParts,
  placeholderIn,
  type VisualChanges,
  type VisualSignature,
  visualSignaturesAtMost,
  withChanges,
} from './visual-signature.ts'
import type { VisualContext } from './permissions.ts'

/** Keeps another one. The first is the default, whether that was asked for or not. */
export async function createVisualSignature(
  context: VisualContext,
  actor: AccountActor,
  { default: wantsDefault, ...given }: VisualChanges & { readonly default?: boolean | undefined },
): Promise<VisualSignature> {
  const language = given.language ?? actor.language
  const content = withChanges(
    {
      alias: placeholderIn(language),
      kind: 'text',
      name: actor.name,
      optionalLine: null,
      location: null,
      ...defaultParts(await context.findVisualPermissions(context.db, actor.accountId)),
      language,
    },
    given,
  )
  await checkContent(context, actor.accountId, content)
  return transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    const saved = await repository.list(tx, actor.accountId)
    if (saved.length >= visualSignaturesAtMost) throw new Refusal('visual_signature.too_many')
    const isDefault = wantsDefault === true || saved.length === 0
    if (isDefault) await repository.noDefault(tx, actor.accountId)
    const created = await repository.insert(tx, actor.accountId, { ...content, isDefault }, context.now())
    recordResult(tx, created.id)
    return created
  })
}
