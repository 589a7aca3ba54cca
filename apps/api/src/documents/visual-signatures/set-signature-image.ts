import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { readGivenPicture } from './read-uploaded-picture.ts'
import * as repository from './repository.ts'
import type { VisualSignature } from './visual-signature.ts'

/** One that was plain text becomes an uploaded one; a drawn or typed one stays what it is. */
export async function setSignatureImage(
  context: Context,
  actor: AccountActor,
  id: string,
  given: { readonly content: string; readonly removeBackground: boolean },
): Promise<VisualSignature> {
  if (!(await repository.find(context.db, actor.accountId, id))) throw new Refusal('not_found')
  const image = await readGivenPicture(context, given, 'content')
  return savePicture(context, actor, id, ({ kind }) => ({ image, kind: kind === 'text' ? 'uploaded' : kind }))
}

/** Without its picture it is the name in plain letters. */
export function deleteSignatureImage(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<VisualSignature> {
  return savePicture(context, actor, id, () => ({ image: null, kind: 'text' }))
}

function savePicture(
  context: Context,
  { accountId }: AccountActor,
  id: string,
  picture: (saved: VisualSignature) => { image: Buffer | null; kind: VisualSignature['kind'] },
): Promise<VisualSignature> {
  return transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, accountId)
    const saved = await repository.find(tx, accountId, id)
    if (!saved) throw new Refusal('not_found')
    await repository.savePicture(tx, id, picture(saved), context.now())
    const changed = await repository.find(tx, accountId, id)
    if (!changed) throw new Refusal('not_found')
    return changed
  })
}
