import { useState } from 'react'
import type { Draft } from '../drafts/draft.ts'
import type { DraftSignerField, SignerFieldContent } from './signer-fields.ts'

type Typed = Partial<SignerFieldContent>

/** Properties that were typed and that the draft can’t have yet, by field. They outlive the selection. */
export function useUnsavedProperties({ signerFields }: Pick<Draft, 'signerFields'>) {
  const [all, setAll] = useState<ReadonlyMap<string, Typed>>(new Map())
  function set(fieldId: string, typed: Typed) {
    const next = new Map(all)
    if (Object.keys(typed).length > 0) next.set(fieldId, typed)
    else next.delete(fieldId)
    setAll(next)
  }
  const fields: readonly DraftSignerField[] = signerFields.filter(({ field }) => all.has(field.id))
  return { of: (fieldId: string): Typed => all.get(fieldId) ?? {}, set, fields }
}

export type UnsavedProperties = ReturnType<typeof useUnsavedProperties>
