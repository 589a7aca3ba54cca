import type { SignerFieldContent } from './signer-fields.ts'

/** What each part of a field’s properties is given. */
export interface PropertyProps {
  field: SignerFieldContent
  change: (part: Partial<SignerFieldContent>) => void
  /** What is wrong with a property, in words. */
  error: (name: string) => string | undefined
}
