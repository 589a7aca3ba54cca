import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkDrawable } from './check-content.ts'
import { signsWith } from './presenter.ts'
import { readGivenPicture } from './read-uploaded-picture.ts'
import { renderPreview } from './render-preview.ts'
import * as repository from './repository.ts'
import type { VisualContent } from './visual-signature.ts'
import type { VisualContext } from './permissions.ts'

/** A kept one: the default one unless another is named. */
export async function previewSaved(
  context: VisualContext,
  { accountId, name }: AccountActor,
  { id, timeZone = null }: { id?: string | undefined; timeZone?: string | null | undefined },
): Promise<Uint8Array> {
  const [content, defaults] = await Promise.all([
    id === undefined
      ? repository.findDefault(context.db, accountId)
      : repository.find(context.db, accountId, id),
    accountDefaults(context, accountId),
  ])
  if (!content) throw new Refusal('not_found')
  const picture = content.hasPicture ? await repository.findPicture(context.db, accountId, content.id) : null
  return renderPreview(context, { content, picture, name, timeZone, ...defaults })
}

export interface VisualContentInput extends Omit<VisualContent, 'optionalLine' | 'location'> {
  readonly optionalLine?: string | null | undefined
  readonly location?: string | null | undefined
  readonly quality?: string | undefined
  readonly legislation?: string | null | undefined
  readonly timeZone?: string | undefined
  readonly image?: { readonly content: string; readonly removeBackground: boolean } | null | undefined
  /** Whose picture it shows, where none is given. */
  readonly id?: string | null | undefined
}

/** What is typed just now; nothing of it is kept. */
export async function previewGiven(
  context: VisualContext,
  { accountId, name }: AccountActor,
  given: VisualContentInput,
): Promise<Uint8Array> {
  await checkDrawable(context, given)
  const defaults = await accountDefaults(context, accountId)
  return renderPreview(context, {
    content: { ...given, optionalLine: given.optionalLine || null, location: given.location || null },
    picture: await pictureOf(context, accountId, given),
    name,
    permissions: defaults.permissions,
    timeZone: given.timeZone ?? null,
    quality: given.quality ?? defaults.quality,
    legislation: given.legislation === undefined ? defaults.legislation : given.legislation,
  })
}

async function pictureOf(context: Context, accountId: string, { image, id }: VisualContentInput) {
  if (id && !(await repository.find(context.db, accountId, id))) throw new Refusal('not_found')
  if (image) return readGivenPicture(context, image, 'image.content')
  return id ? repository.findPicture(context.db, accountId, id) : null
}

async function accountDefaults(context: VisualContext, accountId: string) {
  const account = await findAccount(context.db, accountId)
  if (!account) throw new Refusal('auth.required')
  return { ...signsWith(account), permissions: await context.findVisualPermissions(context.db, accountId) }
}
