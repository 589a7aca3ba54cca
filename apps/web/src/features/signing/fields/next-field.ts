import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { problemOf } from './filling.ts'
import { fillingOf, orderedFields, showField } from './open-fields.ts'
import { isForSigner } from './own-fields.ts'

/** On to the field after this one, whether required or not; from the last one to what is still missing, else `onDone`. */
export function goToNext(
  request: SignatureRequest,
  visitor: Visitor,
  from: string,
  onDone: () => void,
): void {
  const fields = orderedFields(request).filter(({ field }) => isForSigner(field))
  const at = fields.findIndex(({ field }) => field.id === from)
  const next = fields[at + 1]
  fillingOf(request, visitor)?.edit(null)
  if (next) return showField(next.field.id)
  if (!goToMissing(request, visitor)) onDone()
}

/** The field before this one. */
export function goBack(request: SignatureRequest, visitor: Visitor, from: string): void {
  const fields = orderedFields(request).filter(({ field }) => isForSigner(field))
  const before = fields[fields.findIndex(({ field }) => field.id === from) - 1]
  fillingOf(request, visitor)?.edit(null)
  if (before) showField(before.field.id)
}

/** To the first required field that is empty, or the first that is wrong; false where there is none. */
export function goToMissing(request: SignatureRequest, visitor: Visitor): boolean {
  const values = fillingOf(request, visitor)?.state.get().values
  const missing = orderedFields(request).find(({ field }) => problemOf(field, values?.[field.id] ?? null))
  if (missing) showField(missing.field.id)
  return missing !== undefined
}
