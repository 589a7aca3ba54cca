import type { PageSize } from '#api/platform/db/tables.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { ReceivedUpload } from '#api/documents/documents/upload-document.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { openWithCode } from './access-code.ts'
import { expiryOf, type HandOver, type HandOverState, stateOf } from './hand-over.ts'
import { find } from './repository.ts'

export interface Opened {
  readonly handOver: HandOver
  readonly state: HandOverState
  readonly expiresAt: Date
  /** Only with the code. */
  readonly upload: ReceivedUpload | null
  /** For whoever claimed it. */
  readonly requestId: string | null
}

/** What a link hands over: with the link alone what it is called and how it stands, with the code all of it. */
export async function openHandOver(
  context: Context,
  actor: AccountActor,
  token: string,
  code: string | null,
): Promise<Opened> {
  const key = { tokenHash: hashToken('hand_over', token) }
  const now = context.now()
  const handOver = code === null ? await find(context.db, key, now) : await openWithCode(context, key, code)
  if (!handOver) throw new Refusal('not_found')
  const state = stateOf(handOver, now)
  return {
    handOver,
    state,
    expiresAt: expiryOf(handOver),
    upload: code !== null && state === 'UNCLAIMED' ? handOver.upload : null,
    requestId: handOver.claimedBy === actor.accountId ? handOver.requestId : null,
  }
}

/** A page of it, for whoever has link and code. */
export async function openPage(
  context: Context,
  at: { readonly token: string; readonly n: number },
  code: string | null,
): Promise<{ upload: ReceivedUpload; page: PageSize }> {
  const handOver = await openWithCode(context, { tokenHash: hashToken('hand_over', at.token) }, code)
  const upload = stateOf(handOver, context.now()) === 'UNCLAIMED' ? handOver.upload : null
  const page = upload?.pages[at.n]
  if (!upload || !page) throw new Refusal('not_found')
  return { upload, page }
}
