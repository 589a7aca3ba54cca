import type { ValidationData } from '../validation-data.ts'
import type { Change } from './reports/report.ts'
import type { SignedField } from './objects/signed-fields.ts'
import type { Check } from './verify-field.ts'

/** A signed field with all that was found out about it before its certificate is judged. */
export interface VerifiedField {
  readonly field: SignedField
  readonly check: Check
  readonly changes: readonly Change[] | 'unknown'
  readonly revision: number | null
  readonly coversWholeFile: boolean
  /** All readers find the same objects in the file, and found them in the revision it covers. */
  readonly isReadAlike: boolean
  /** What the revision it covers holds to validate by; undefined where that is what the whole file holds. */
  readonly storeThen?: ValidationData
}
