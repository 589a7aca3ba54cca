import type { FieldOption } from './placement.ts'
import type { DisplayRect } from '../reader/page-geometry.ts'

/** An input field that a file has, as it can be offered to be filled in. */
export interface InputField {
  /** Full name: what `FieldValue` and `SignaturePlacement.lock` call it. */
  readonly name: string
  readonly kind: 'text' | 'checkbox' | 'radio' | 'dropdown'
  /** `/TU`; absent where the file says none. */
  readonly label?: string
  readonly required: boolean
  /** It shows its value and cannot be filled in: read-only, or locked by a signature. */
  readonly readOnly: boolean
  /** As `FieldValue` has it; an empty string where the field is blank. */
  readonly value: string | boolean
  /** Of a radio group or dropdown; empty for others. */
  readonly options: readonly FieldOption[]
  readonly multiline: boolean
  readonly comb: boolean
  readonly maxLength?: number
  /** Where it is seen, in points as displayed; at least one. */
  readonly places: readonly InputPlace[]
}

export interface InputPlace extends DisplayRect {
  /** From 0. */
  readonly page: number
  /** The option a radio button stands for. */
  readonly option?: string
}

/** The input fields of a file, or why they cannot be filled in here. */
export interface InputFields {
  readonly fields: readonly InputField[]
  /** `xfa`: the form is kept as XFA as well, which viewers prefer. `calculated`: scripts calculate some of its values. */
  readonly problem?: 'xfa' | 'calculated'
}
