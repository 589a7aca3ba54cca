import type { VerificationState } from '@countersign/contract/verification-host.ts'
import type { Language } from '@countersign/contract/values.ts'
import { findApproval, signingsOf } from '#api/signing/approvals/repository.ts'
import { attemptsLeft, resendAt, resendsLeft } from '#api/signing/approvals/tans/tan.ts'
import { destinationOf, languageOf, tanOf } from '#api/signing/approvals/tans/tan-approval.ts'
import { covered } from '#api/signing/approvals/tans/tan.ts'
import { titlesOf } from '#api/signing/approvals/tans/tan-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'

/** What the page shows besides the state. */
export interface Verification {
  readonly id: string
  readonly state: VerificationState
  readonly language: Language
  readonly titles: readonly string[]
  /** Once the code was right: whether the signatures are made. */
  readonly signed: 'not_yet' | 'signed' | 'failed'
  /** Where an account finds its document; a personal link is nowhere but in its holder's hands. */
  readonly documentUrl: string | null
}

/** An approval by a code. Any other looks like one that is missing. */
export async function findVerification(context: Context, id: string): Promise<Verification> {
  const approval = await findApproval(context.db, id)
  if (approval?.kind !== 'TAN') throw new Refusal('not_found')
  const tan = tanOf(approval)
  const destination = destinationOf(context, approval)
  const [requests, signings] = await Promise.all([titlesOf(context.db, id), signingsOf(context.db, id)])
  const [first] = requests
  const statuses = signings.map(({ status }) => status)
  return {
    id,
    state: {
      status: approval.status,
      error: approval.error,
      expiresAt: tan.expiresAt.toISOString(),
      attemptsLeft: attemptsLeft(tan),
      resendsLeft: resendsLeft(tan),
      resendAt: resendsLeft(tan) > 0 ? resendAt(tan).toISOString() : null,
      destination: destination && covered(destination.channel, destination.to),
    },
    language: languageOf(approval),
    titles: requests.map(({ title }) => title),
    signed: statuses.includes('ERROR') ? 'failed' : statuses.includes('OPEN') ? 'not_yet' : 'signed',
    documentUrl: approval.account_id && first ? `${context.config.publicUrl}/view/${first.id}` : null,
  }
}
