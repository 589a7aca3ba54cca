import { setTimeout } from 'node:timers/promises'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { askService } from './service-approvals/ask-service.ts'
import { andWait, findOwn, statusesOf } from './statuses-of.ts'

/** More would be a program's: the service is asked by a job as well. */
const limit = { failures: 60, seconds: 60 }

/** The signer says that they have approved: the service is asked now, and not only when its turn comes. */
export async function proceed(context: Context, actor: Participant, id: string): Promise<SigningStatus[]> {
  const approval = await findOwn(context, actor, id)
  if (approval.status === 'OPEN') refuseThrottled(await countFailure(context, `proceed:${id}`, limit))
  const { signingPatience: patience } = context.config
  await andWait(context, id, patience, () => within(patience, askInTime(context, id)))
  return statusesOf(context, id, 'signer')
}

/** What goes wrong is tried again by the job. */
async function askInTime(context: Context, id: string): Promise<void> {
  await askService(context, id).catch((error: unknown) =>
    context.log.warn({ err: error, approvalId: id }, 'an approval could not be asked for'),
  )
}

/** A service that takes longer is waited for without the call. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController()
  const tooLong = setTimeout(milliseconds, undefined, { signal: patience.signal }).catch(() => {})
  await Promise.race([work, tooLong])
  patience.abort()
}
