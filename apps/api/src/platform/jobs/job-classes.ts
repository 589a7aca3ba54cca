import { availableParallelism } from 'node:os'
import type { JobName } from './enqueue.ts'

/**
 * Jobs of a class share its slots, and no other class's: a mail server or a trust service that doesn't answer can fill the
 * slots of its own class, and signatures are made all the same. Callbacks have a loop of their own.
 */
export interface JobClass {
  /** How many of its jobs a process carries out at the same time. */
  readonly slots: number
  /** Milliseconds after which due jobs are looked for again; new ones are announced. */
  readonly pollInterval: number
}

export const jobClasses = {
  /** Made here, but for the timestamp: people wait for it. A signature waits for others as long as it computes. */
  signing: { slots: Math.max(4, 2 * availableParallelism()), pollInterval: 2000 },
  /** Calls to external services: trust services, identity verification, text messages, payment, DNS. */
  providers: { slots: 4, pollInterval: 2000 },
  emails: { slots: 3, pollInterval: 2000 },
  /** Clean-up, counters, reminders, backups: nobody waits for it. */
  upkeep: { slots: 3, pollInterval: 5000 },
} as const satisfies Readonly<Record<string, JobClass>>

export type JobClassName = keyof typeof jobClasses

export const classOfJob: Readonly<Record<JobName, JobClassName>> = {
  'apply-signature': 'signing',
  'apply-service-signature': 'providers',
  'send-tan': 'providers',
  'begin-approval': 'providers',
  'poll-approval': 'providers',
  'end-approval': 'providers',
  'end-overdue-approvals': 'providers',
  'prove-seal': 'providers',
  'poll-identifications': 'providers',
  'forget-identification': 'providers',
  'check-domains': 'providers',
  'sync-billing': 'providers',
  'sweep-billing': 'providers',
  'report-usage': 'providers',
  'submit-contact': 'providers',
  'end-billing': 'providers',
  'send-mail': 'emails',
  'announce-attachments': 'upkeep',
  'send-bulk-rows': 'upkeep',
  'sign-evidence-heads': 'upkeep',
  'resume-waiting-signings': 'upkeep',
  'expire-requests': 'upkeep',
  'remind-before-expiry': 'upkeep',
  'roll-up-counters': 'upkeep',
  'roll-up-activities': 'upkeep',
  'forget-activities': 'upkeep',
  'purge-expired': 'upkeep',
  'schedule-archive-renewals': 'upkeep',
  'renew-archive': 'upkeep',
  'remove-unused-content': 'upkeep',
  'remove-old-anonymous-uploads': 'upkeep',
  'remove-old-validations': 'upkeep',
  'apply-retention': 'upkeep',
  'change-retentions': 'upkeep',
  'delete-due-businesses': 'upkeep',
  'end-identifications': 'upkeep',
  'transfer-requests': 'upkeep',
  'remove-unseen-requests': 'upkeep',
  'end-api-user-requests': 'upkeep',
  'refresh-editor-access': 'upkeep',
  'mail-billing': 'upkeep',
  'remind-of-trial': 'upkeep',
  'remind-of-key-expiry': 'upkeep',
  'report-failing-callbacks': 'upkeep',
  'remove-old-callbacks': 'upkeep',
  'remove-deleted-content': 'upkeep',
  'make-backup': 'upkeep',
  'convert-addresses': 'upkeep',
  'sort-titles': 'upkeep',
  'add-base-letters': 'upkeep',
  'announce-certificate-expiry': 'upkeep',
}
