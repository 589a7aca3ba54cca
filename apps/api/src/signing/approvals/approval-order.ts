import type { Participant } from '#api/platform/actor.ts'
import type { SigningPlan } from '#api/signing/qualities/plan.ts'

export interface ApprovalOrder {
  /** Of each of the signings: they share kind, service and destination. */
  readonly plan: SigningPlan
  readonly actor: Participant
  /** Written down already, open, in the order of their requests. */
  readonly signingIds: readonly string[]
  readonly language: string
}
