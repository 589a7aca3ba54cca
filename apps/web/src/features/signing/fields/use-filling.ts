import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useStore, createStore } from '#web/lib/browser/store.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { type FormFilling, type FillingState, problemOf } from './filling.ts'
import { fillingOf } from './open-fields.ts'
import { isForSigner } from './own-fields.ts'
import { fieldsOf, ownSignature } from '../has-fields.ts'

const nothing = createStore<FillingState>({
  values: {},
  problems: {},
  announced: null,
  isOffline: false,
  edited: null,
})

export interface FollowedFilling extends FillingState {
  readonly filling: FormFilling | null
  /** Required fields, and how many of them are filled in. */
  readonly total: number
  readonly done: number
  readonly optional: number
}

export function useFilling(request: SignatureRequest, visitor: Visitor): FollowedFilling {
  const filling = fillingOf(request, visitor)
  const state = useStore(filling?.state ?? nothing)
  const signature = ownSignature(request)
  const fields = signature ? fieldsOf(signature).filter(isForSigner) : []
  const required = fields.filter((field) => field.required)
  const done = required.filter((field) => problemOf(field, state.values[field.id] ?? null) === null)
  return {
    ...state,
    filling,
    total: required.length,
    done: done.length,
    optional: fields.length - required.length,
  }
}
