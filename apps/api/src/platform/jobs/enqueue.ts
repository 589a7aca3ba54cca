import type { SigningError } from '@countersign/contract/errors.ts'
import { sql } from 'kysely'
import { inParts, rowsAtOnce } from '#api/platform/values/in-parts.ts'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { withOrigin } from './origin.ts'

export type BillingMailKind =
  | 'plan_bought'
  | 'plan_changed'
  | 'plan_cancelled'
  | 'plan_cancellation_revoked'
  | 'plan_ended'
  | 'payment_failed'
  | 'payment_recovered'
  | 'seats_more'
  | 'seats_fewer'
  | 'trial_7'
  | 'trial_3'
  | 'trial_1'
  | 'trial_0'

/** What an email about a plan says, without the business's name. */
export interface BillingMail {
  readonly what: BillingMailKind
  readonly plan: string
  readonly seats: number
  /** ISO 8601; null where no day is told. */
  readonly on: string | null
  /** How it is billed; said of a plan that was changed. */
  readonly cycle?: 'month' | 'year'
}

export interface RetentionChange {
  readonly accountId: string
  readonly actor: EventActor
  readonly change: 'include' | 'release'
}

/** Instants are ISO 8601: a job carries it. */
export interface RequestTransfer {
  readonly from: string
  readonly to: string
  /** What was made before is not transferred, nor what is made after. */
  readonly since: string
  readonly until: string
  /** To whose members alone they go. Missing in jobs that a former release enqueued. */
  readonly businessId?: string
  /** Who caused it. */
  readonly actor: EventActor
}

/** The memberships of these accounts began or ended. */
export interface EditorChange {
  readonly accountIds: readonly string[]
  /** The requests up to this id are done. */
  readonly after?: string
}

/** Every job and what it carries. A job is added in the transaction of the change it follows from. */
export interface Jobs {
  /** Make one signature: on each of the request's documents that it covers. */
  'apply-signature': { readonly signingId: string }
  /** The same in the name of a person or an organisation, by a trust service that signs at once. */
  'apply-service-signature': { readonly signingId: string }
  /** Make the signatures that wait for their turn where nobody has it. */
  'resume-waiting-signings': Record<string, never>
  /** Hand a code over to the gateway: the approval's first one, or one that is sent again. */
  'send-tan': { readonly approvalId: string; readonly round: number }
  /** Prepare what a trust service is to sign after an approval, and begin there. */
  'begin-approval': { readonly approvalId: string }
  /** Ask the trust service whether the signer has approved. */
  'poll-approval': { readonly approvalId: string }
  /** End an approval whose request has ended otherwise, and let go of it at the trust service. */
  'end-approval': { readonly approvalId: string; readonly error: SigningError }
  /** End the approvals whose time is over, and free what they kept from others. */
  'end-overdue-approvals': Record<string, never>
  /** Ask a seal's trust service to sign with it, as a test. */
  'prove-seal': { readonly sealId: string }
  /** Send one mail that is waiting in `mails`. */
  'send-mail': { readonly mailId: string }
  /** Tell signers and observers that the attachments of a request have changed. */
  'announce-attachments': {
    readonly requestId: string
    readonly changedBy: string
    /** Which of the request has the changed attachments. Missing in jobs that a former release enqueued. */
    readonly version?: number
  }
  /** Send the rows of a table that wait, for a while, and continue with the next job. */
  'send-bulk-rows': { readonly sendId: string }
  /** Sign and time-stamp the heads of the evidence chains that moved. */
  'sign-evidence-heads': Record<string, never>
  /** Close the requests whose time is over. */
  'expire-requests': Record<string, never>
  /** Mail anyone who is still to sign, some days before a request ends. */
  'remind-before-expiry': Record<string, never>
  /** Add up how many requests each account has, where that changed. */
  'roll-up-counters': Record<string, never>
  /** Add up what happened in businesses, by day and by month. */
  'roll-up-activities': Record<string, never>
  /** Forget what happened in businesses that are deleted. */
  'forget-activities': Record<string, never>
  /** Remove sessions, tokens, counters and kept answers that are long over. */
  'purge-expired': Record<string, never>
  /** Note how long signed documents are protected by their archive timestamps, and renew those that are not for long. */
  'schedule-archive-renewals': Record<string, never>
  /** Renew the archive timestamps of one request's documents. */
  'renew-archive': { readonly requestId: string }
  /** Remove files that no document refers to: of uploads that were given up, of seals that were not accepted. */
  'remove-unused-content': Record<string, never>
  /** Forget documents uploaded without an account and not claimed in time, and what is old of the others. */
  'remove-old-anonymous-uploads': Record<string, never>
  /** Delete files that were validated an hour ago. */
  'remove-old-validations': Record<string, never>
  /** Tell of what is deleted soon, and delete what is due. */
  'apply-retention': Record<string, never>
  /** Put what an account owns already under its rule of auto-deletion, or free it. */
  'change-retentions': RetentionChange
  /** Ask after identifications that nobody waits for on a page. */
  'poll-identifications': Record<string, never>
  /** Tell whose identification ends soon; what has ended proves nothing any longer. */
  'end-identifications': Record<string, never>
  /** Tell the provider that an identification is needed no more. */
  'forget-identification': { readonly provider: string; readonly reference: string }
  /** Delete the businesses whose time of grace is over. */
  'delete-due-businesses': Record<string, never>
  /** Look for the records that prove domains, where it is time. */
  'check-domains': Record<string, never>
  /** Transfer requests to another owner: make an account the owner of another's requests. */
  'transfer-requests': RequestTransfer
  /** Remove what an account has seen alone that is deleted. */
  'remove-unseen-requests': { readonly requestIds: readonly string[]; readonly actor: EventActor }
  /** Withdraw or remove what an API user has sent, whose business is deleted. */
  'end-api-user-requests': {
    readonly accountId: string
    /** The requests up to this id are done. */
    readonly after?: string | undefined
  }
  /** Take requests off the lists of editors who have left the business, or put them back for those who joined again. */
  'refresh-editor-access': EditorChange
  /** Ask the payment provider how a customer's plan is, because it told that something moved. */
  'sync-billing': { readonly provider: PaymentProviderRow; readonly customerId: string }
  /** Ask about the businesses that were not asked about for long, and finish orders that broke off. */
  'sweep-billing': Record<string, never>
  /** Tell the payment provider of the signatures beyond the included. */
  'report-usage': Record<string, never>
  /** Tell the admins of a business what has become of its plan. */
  'mail-billing': { readonly businessId: string; readonly mail: BillingMail }
  /** Tell them that its trial ends. */
  'remind-of-trial': Record<string, never>
  /** Hand the form of someone who wants an offer to the marketing service. */
  'submit-contact': { readonly id: string; readonly encrypted: string }
  /** End what a deleted business pays for. */
  'end-billing': { readonly businessId: string }
  /** Tell admins which keys of API users expire within two weeks. */
  'remind-of-key-expiry': Record<string, never>
  /** Tell admins which hosts have been failing their callbacks for a day. */
  'report-failing-callbacks': Record<string, never>
  /** Say in the log which certificates expire within 30 days. */
  'announce-certificate-expiry': Record<string, never>
  /** Delete callbacks that ended long ago. */
  'remove-old-callbacks': Record<string, never>
  /** Remove the files of what was deleted, where nothing else has the same content. */
  'remove-deleted-content': { readonly hashes: readonly string[] }
  /** Sort the titles of earlier releases by their base letters; once, added by a migration. */
  'sort-titles': Record<string, never>
  /** Have the requests of earlier releases found by their base letters; once, added by a migration. */
  'add-base-letters': Record<string, never>
  /** Convert addresses that earlier releases kept as they were written; once. */
  'convert-addresses': Record<string, never>
  /** Make the scheduled backup, and remove those whose time is over. */
  'make-backup': Record<string, never>
}
export type JobName = keyof Jobs

interface Options {
  /** The same key twice is one job. */
  readonly key?: string
  /** Jobs of one queue run one after the other. */
  readonly queue?: string
  readonly maxAttempts?: number
  readonly priority?: number
  /** Not before. */
  readonly at?: Date
}

export async function enqueue<Name extends JobName>(
  tx: Transaction,
  name: Name,
  payload: Jobs[Name],
  options: Options = {},
): Promise<void> {
  const { queue = null, key = null, maxAttempts = 25, priority = 0, at } = options
  if (at) {
    await sql`SELECT enqueue_job_at(${name}, ${JSON.stringify(withOrigin(payload))}::json, ${queue}, ${key}, ${maxAttempts}, ${priority}, ${at})`.execute(
      tx,
    )
    return
  }
  await sql`SELECT ${prepared} enqueue_job(${name}, ${JSON.stringify(withOrigin(payload))}::json, ${queue}, ${key}, ${maxAttempts}, ${priority})`.execute(
    tx,
  )
}

/** Several jobs of one kind, a thousand in one statement. */
export async function enqueueAll<Name extends JobName>(
  tx: Transaction,
  name: Name,
  jobs: readonly { readonly payload: Jobs[Name]; readonly key: string }[],
  { maxAttempts = 25, priority = 0 }: Pick<Options, 'maxAttempts' | 'priority'> = {},
): Promise<void> {
  for (const some of inParts(jobs, rowsAtOnce)) {
    const payloads = some.map((job) => JSON.stringify(withOrigin(job.payload)))
    const keys = some.map((job) => job.key)
    await sql`SELECT ${prepared} enqueue_job(${name}, payload::json, NULL, key, ${maxAttempts}, ${priority})
      FROM unnest(${payloads}::text[], ${keys}::text[]) AS jobs (payload, key)`.execute(tx)
  }
}
