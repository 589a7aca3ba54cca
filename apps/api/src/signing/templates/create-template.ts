import { templatesAtMost } from '@countersign/contract/templates.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { copyUploads } from '#api/documents/documents/repository.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { rolesOf } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import * as repository from './repository.ts'
import { type Template, templateOf } from './template.ts'

export interface NewTemplate {
  readonly name: string
  readonly signature_request_id: string
  readonly roles: readonly { readonly sid: string; readonly name: string }[]
}

/**
 * Saves a request that one may edit as a template of one's own, whatever became of it: the documents as they were put into
 * it, before anybody signed, and each place, by what its signer signs as.
 */
export async function createTemplate(
  context: Context,
  actor: AccountActor,
  given: NewTemplate,
): Promise<Template> {
  return transaction(context.db, async (tx) => {
    const request = await requests.lockForNoKeyUpdate(tx, given.signature_request_id)
    if (!request || !rolesOf(request, actor).includes('owner')) throw new Refusal('not_found')
    if (request.documents.length === 0) throw new Refusal('request.no_documents')
    if (request.retention?.deletedAt) throw new Refusal('document.deleted')
    refuseUnknown(request, given)
    // An account that was deleted meanwhile would leave a template that nobody sees.
    await lockOwnAccountForShare(tx, actor.accountId)
    if ((await repository.count(tx, actor.accountId)) >= templatesAtMost)
      throw new Refusal('template.too_many')
    const ids = request.documents.map(({ id }) => id)
    const template = templateOf(
      request,
      {
        id: crypto.randomUUID(),
        ownerId: actor.accountId,
        name: given.name,
        roles: new Map(given.roles.map(({ sid, name }) => [sid, name])),
        documents: await copyUploads(tx, ids, actor.accountId),
      },
      context.now(),
    )
    await repository.insert(tx, template)
    recordResult(tx, template.id)
    return template
  })
}

function refuseUnknown({ signatures }: SignatureRequest, { roles }: NewTemplate): void {
  const unknown = roles.findIndex(({ sid }) => !signatures.some(({ id }) => id === sid))
  if (unknown >= 0) throw wrongField(`roles.${unknown}.sid`, 'unknown', 'There is no such signer')
}
