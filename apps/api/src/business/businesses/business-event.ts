import type { AdministrativeActionType } from '@countersign/contract/administrative-actions.ts'
import type { EventActor } from '#api/platform/db/tables.ts'

export type BusinessEventType = AdministrativeActionType

export interface NewBusinessEvent {
  readonly type: BusinessEventType
  readonly at: Date
  readonly actor: EventActor
  readonly data?: Record<string, unknown>
}

export interface BusinessEvent extends NewBusinessEvent {
  readonly data: Record<string, unknown>
}
