import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'

/** What one signer filled in in a request. */
export interface SignerValues {
  readonly sid: string
  readonly role: string | null
  readonly email: string
  /** Under which they signed. */
  readonly name: string | null
  readonly status: string
  readonly signedAt: string | null
  readonly fields: readonly FilledField[]
}

export interface FilledField extends Pick<SignerField, 'id' | 'type' | 'label'> {
  readonly documentId: string
  /** Null until the signer has signed, and where they left it empty. */
  readonly value: FieldValue | null
}

/** What was filled in in a request, by signer. */
export interface RequestValues {
  readonly id: string
  /** Of a bulk send: the row of the recipient list. */
  readonly row: number | null
  readonly title: string
  readonly status: string
  readonly sentAt: Date | null
  readonly completedAt: Date | null
  readonly signers: readonly SignerValues[]
}
