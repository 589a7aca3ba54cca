import { isSignersOwn } from '@countersign/contract/field-rules.ts'
import type { Template } from '@countersign/contract/templates.ts'

/** The fields of a role that say the same: “Initials” on every page is filled from one column. */
export interface FillableField {
  readonly label: string
  readonly ids: readonly string[]
  /** The signer can’t fill it in: each row needs a value. */
  readonly isReadOnly: boolean
  /** Without a column it is the signer’s own name, email or initials. */
  readonly isSigners: boolean
}

/** What a column may prefill for a role; the date of signing is nobody’s to give. */
export function fillableFields(
  role: Pick<Template['roles'][number], 'document_signatures'>,
): FillableField[] {
  const fields = role.document_signatures
    .flatMap((document) => document.fields)
    .filter(({ type }) => type !== 'DATE_SIGNED')
  const groups = Map.groupBy(fields, ({ type, label }) => `${type} ${label}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first
      ? [
          {
            label: first.label,
            ids: same.map(({ id }) => id),
            isReadOnly: same.some(({ read_only }) => read_only),
            isSigners: isSignersOwn(first),
          },
        ]
      : []
  })
}
