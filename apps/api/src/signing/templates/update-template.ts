import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import {
  type MailAttachmentsInput,
  readMailAttachments,
} from '#api/signing/signature-requests/notifications/mail-attachments.ts'
import * as repository from './repository.ts'
import type { Template, TemplateRole } from './template.ts'

export interface TemplateUpdate {
  readonly name?: string | undefined
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly quality?: string | undefined
  readonly legislation?: string | null | undefined
  readonly expires_in_days?: number | null | undefined
  readonly observers?: readonly string[] | undefined
  readonly mail_attachments?: MailAttachmentsInput | undefined
  readonly roles?: readonly Pick<TemplateRole, 'id' | 'name' | 'sequence' | 'notify'>[] | undefined
  readonly updated_at?: string | undefined
}

/** What is left out stays as it is; so does what was made from it before. */
export async function updateTemplate(
  context: Context,
  actor: AccountActor,
  id: string,
  update: TemplateUpdate,
): Promise<Template> {
  return transaction(context.db, async (tx) => {
    const template = await repository.lockForUpdate(tx, id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    if (update.updated_at && update.updated_at !== template.updatedAt.toISOString())
      throw new Refusal('request.changed')
    const own = update.observers?.indexOf(actor.email) ?? -1
    if (own >= 0) throw wrongField(`observers.${own}`, 'owner', 'The sender sees the request anyway')
    const changed: Template = {
      ...template,
      name: update.name ?? template.name,
      title: update.title ?? template.title,
      message: update.message ?? template.message,
      quality: update.quality ?? template.quality,
      legislation: update.legislation === undefined ? template.legislation : update.legislation,
      expiresInDays: update.expires_in_days === undefined ? template.expiresInDays : update.expires_in_days,
      observers: update.observers ? [...new Set(update.observers)] : template.observers,
      mailAttachments: update.mail_attachments
        ? readMailAttachments(update.mail_attachments)
        : template.mailAttachments,
      roles: update.roles ? changedRoles(template, update.roles) : template.roles,
      updatedAt: context.now(),
    }
    await repository.save(tx, changed)
    return changed
  })
}

/** Each role once, in the order they are in now. Their places are the template's own. */
function changedRoles(template: Template, given: NonNullable<TemplateUpdate['roles']>): TemplateRole[] {
  const known = new Map(template.roles.map((role) => [role.id, role]))
  const isComplete = given.length === known.size && new Set(given.map(({ id }) => id)).size === given.length
  const roles = given.flatMap((role) => {
    const before = known.get(role.id)
    return before ? [{ ...before, name: role.name, sequence: role.sequence, notify: role.notify }] : []
  })
  if (!isComplete || roles.length < given.length)
    throw wrongField('roles', 'incomplete', 'Name each role of the template once')
  return roles
}
