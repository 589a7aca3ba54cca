import type { PageSize } from '#api/platform/db/tables.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { ReceivedUpload } from '#api/documents/documents/uploads/upload-document.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { openWithCode } from './access-code.ts'
import { expiryOf, type AnonymousUpload, type AnonymousUploadState, stateOf } from './anonymous-upload.ts'
import { find } from './repository.ts'

export interface UploadView {
  readonly anonymousUpload: AnonymousUpload
  readonly state: AnonymousUploadState
  readonly expiresAt: Date
  /** Only with the code. */
  readonly upload: ReceivedUpload | null
  /** For anyone who claimed it. */
  readonly requestId: string | null
}

/** What a link opens: with the link alone its title and state, with the code all of it. */
export async function openAnonymousUpload(
  context: Context,
  actor: AccountActor,
  token: string,
  code: string | null,
): Promise<UploadView> {
  const key = { tokenHash: hashToken('hand_over', token) }
  const now = context.now()
  const anonymousUpload =
    code === null ? await find(context.db, key, now) : await openWithCode(context, key, code)
  if (!anonymousUpload) throw new Refusal('not_found')
  const state = stateOf(anonymousUpload, now)
  return {
    anonymousUpload,
    state,
    expiresAt: expiryOf(anonymousUpload),
    upload: code !== null && state === 'UNCLAIMED' ? anonymousUpload.upload : null,
    requestId: anonymousUpload.claimedBy === actor.accountId ? anonymousUpload.requestId : null,
  }
}

/** A page of it, for the person who has link and code. */
export async function openPage(
  context: Context,
  at: { readonly token: string; readonly n: number },
  code: string | null,
): Promise<{ upload: ReceivedUpload; page: PageSize }> {
  const anonymousUpload = await openWithCode(context, { tokenHash: hashToken('hand_over', at.token) }, code)
  const upload = stateOf(anonymousUpload, context.now()) === 'UNCLAIMED' ? anonymousUpload.upload : null
  const page = upload?.pages[at.n]
  if (!upload || !page) throw new Refusal('not_found')
  return { upload, page }
}
