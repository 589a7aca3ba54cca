import type { Context } from '#api/context.ts'
import { transaction } from '#api/db/transaction.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import * as requests from '#api/signature-requests/repository.ts'
import { TaskFailed } from '#api/threads/task.ts'
import { acceptSeals } from './accept-seals.ts'
import { closeWithError } from './close-with-error.ts'
import * as signings from './repository.ts'
import type { Signing } from './repository.ts'
import { type DocumentSeal, sealRequest } from './seal-request.ts'

// With the queue’s pauses between them some ten seconds: then the signer hears of it instead of waiting.
const failuresAtMost = 3

/**
 * The job that makes one signature. It may be killed at any instant and run again: until `acceptSeals` commits nothing
 * has happened but some unreferenced bytes in the store, and that commits once.
 */
export async function seal(context: Context, signingId: string): Promise<void> {
  const signing = await signings.findSigning(context.db, signingId)
  if (signing?.status !== 'OPEN') return
  const request = await requests.find(context.db, signing.request_id)
  const signature = request?.signatures.find((one) => one.id === signing.signature_id)
  if (!request || !signature) return
  if (request.status !== 'OPEN')
    return transaction(context.db, (tx) => closeWithError(context, tx, signing, 'request.not_open'))
  let seals: DocumentSeal[]
  try {
    seals = await sealRequest(context, request, signature, signing)
  } catch (error) {
    return failed(context, signing, error)
  }
  await acceptSeals(context, signing, request, seals)
}

async function failed(context: Context, signing: Signing, error: unknown): Promise<void> {
  context.log.warn({ err: error, signingId: signing.id }, 'a signing failed')
  const final = finalError(error)
  await transaction(context.db, async (tx) => {
    const failures = await signings.countFailure(tx, signing.id)
    const code = final ?? (failures >= failuresAtMost ? 'signing_failed' : null)
    if (code) await closeWithError(context, tx, signing, code)
  })
  // Not final: the queue tries again after a pause, unless the limit has just been reached and the signing is closed.
  if (!final) throw error
}

/** What no new try of ours would mend: the signer is told, and may try again. */
function finalError(error: unknown): 'timestamp_unavailable' | 'signing_failed' | null {
  if (error instanceof TimestampUnavailable) return 'timestamp_unavailable'
  return error instanceof TaskFailed && error.errorName === 'PdfError' ? 'signing_failed' : null
}
