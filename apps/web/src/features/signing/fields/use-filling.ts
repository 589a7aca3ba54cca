import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useStore, createStore } from '#web/lib/store.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { type Filling, type FillingState, problemOf } from './filling.ts'
import { fillingOf } from './open-fields.ts'
import { isForSigner } from './own-fields.ts'
import { openSignature } from '../open-signature.ts'

const nothing = createStore<FillingState>({ values: {}, problems: {}, isOffline: false, edited: null })

export interface FollowedFilling extends FillingState {
  readonly filling: Filling | null
  /** Required fields, and how many of them are filled in. */
  readonly total: number
  readonly done: number
  readonly optional: number
}

export function useFilling(request: SignatureRequest, visitor: Visitor): FollowedFilling {
  const filling = fillingOf(request, visitor)
  const state = useStore(filling?.state ?? nothing)
  const own = openSignature(request)
  const fields = request.signatures
    .filter(({ sid }) => sid === own)
    .flatMap(({ document_signatures }) => document_signatures.flatMap((one) => one.fields))
    .filter(isForSigner)
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
