import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { fieldsOf, ownSignature } from '../has-fields.ts'
import { problemOf, startingValues } from './filling.ts'

/** Has the viewer still to fill in something before this request can be signed without being opened? */
export function hasMissingFields(request: SignatureRequest): boolean {
  const signature = ownSignature(request)
  if (!signature) return false
  const fields = fieldsOf(signature)
  const values = startingValues(fields)
  return fields.some((field) => problemOf(field, values[field.id] ?? null) !== null)
}
