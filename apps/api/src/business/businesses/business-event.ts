import type { AdministrativeActType } from '@countersign/contract/administrative-acts.ts'
import type { EventActor } from '#api/platform/db/tables.ts'

export type BusinessEventType = AdministrativeActType

export interface NewBusinessEvent {
  readonly type: BusinessEventType
  readonly at: Date
  readonly actor: EventActor
  readonly data?: Record<string, unknown>
}

export interface BusinessEvent extends NewBusinessEvent {
  readonly data: Record<string, unknown>
}
