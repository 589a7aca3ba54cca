// Where fields are on a page, and what they are: as the documents and the requests keep them.

/** Points of the page as displayed, from the top left; `page` from 0. */
export interface Place {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
}

/** Of a signer field; machine-readable. */
export type FieldValue = string | boolean
/** What a signer fills in, as the sender defined it. */
export interface SignerField {
  readonly id: string
  readonly type:
    | 'INITIALS'
    | 'DATE_SIGNED'
    | 'NAME'
    | 'EMAIL'
    | 'TEXT'
    | 'NUMBER'
    | 'DATE'
    | 'CHECKBOX'
    | 'RADIO'
    | 'DROPDOWN'
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  /** Prefilled. */
  readonly value: FieldValue | null
  /** Points; null: as the height of the field allows. */
  readonly fontSize: number | null
  readonly tooltip: string | null
  readonly alignment: 'left' | 'center' | 'right'
  readonly multiline: boolean
  readonly maxLength: number | null
  readonly comb: boolean
  readonly pattern: 'text' | 'email' | 'number' | 'phone' | 'date' | null
  readonly place: Place | null
  /** The document's own form field that it is. */
  readonly formField: string | null
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly place: Place | null
  }[]
}
/** A form field that a document came with. */
export interface DocumentFormField {
  readonly name: string
  readonly type: 'TEXT' | 'CHECKBOX' | 'RADIO' | 'DROPDOWN'
  readonly label: string
  readonly required: boolean
  readonly value: FieldValue | null
  readonly multiline: boolean
  readonly comb: boolean
  readonly maxLength: number | null
  /** What a text is formatted as; one that was uploaded before it was read says nothing of it. */
  readonly format?: 'date' | 'number' | null
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly places: readonly Place[]
}
/** What a signature in a form's own signature field locks (ISO 32000-2, Table 236): `Exclude` is all but those named. */
export interface SignatureFieldLock {
  readonly action: 'All' | 'Include' | 'Exclude'
  readonly fields: readonly string[]
  /** Not even another signature may follow. */
  readonly noChanges: boolean
}
/** Why nothing can be added to a document’s form (`certified`), or nothing filled in (the others). */
export type FormProblem = 'xfa' | 'calculated' | 'certified' | 'signed'
