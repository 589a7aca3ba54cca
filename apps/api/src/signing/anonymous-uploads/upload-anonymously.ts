import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { receiveUpload, type UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { hashAccessCode, makeAccessCode } from './access-code.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { unclaimedFor } from './anonymous-upload.ts'
import { insert, sizeOfUnclaimed } from './repository.ts'

// Nobody knows who they are: enough for people, too little to fill a disk with.
const networkLimit = { failures: 20, seconds: 3600 }
export const uploadLimit = 25 * 1024 * 1024
const unclaimedAtMost = 10 * 1024 * 1024 * 1024

/** May this network upload one more? Asked before anything of the file is read, and counted whatever becomes of it. */
export async function admitAnonymousUpload(context: Context, address: string): Promise<void> {
  refuseThrottled(await countFailure(context, `anonymous-upload:${networkOf(address)}`, networkLimit))
  if ((await sizeOfUnclaimed(context.db)) > unclaimedAtMost)
    throw new Refusal('service.saturated', { retryAfter: 3600 })
}

export interface UploadReceipt {
  readonly id: string
  /** 128 random bits in an address, kept as a hash. */
  readonly url: string
  readonly accessCode: string
  readonly title: string
  readonly expiresAt: Date
}

/** Uploads a document of someone without an account. Link and code are told here, and nowhere again. */
export async function uploadAnonymously(
  context: Context,
  source: UploadSource,
  title?: string | (() => string | undefined),
  /** Easy to read out, unless a program asks for another. */
  accessCode = makeAccessCode(),
): Promise<UploadReceipt> {
  const upload = await receiveUpload(context, source, uploadLimit)
  const id = randomUUID()
  const token = randomBytes(16).toString('base64url')
  const now = context.now()
  const named = (typeof title === 'function' ? title() : title) ?? upload.title
  await transaction(context.db, (tx) =>
    insert(tx, {
      id,
      tokenHash: hashToken('hand_over', token),
      codeHash: hashAccessCode(context, id, accessCode),
      title: named,
      upload,
      now,
    }),
  )
  return {
    id,
    url: `${context.config.publicUrl}/sendto/${token}`,
    accessCode,
    title: named,
    expiresAt: new Date(now.getTime() + unclaimedFor),
  }
}
