import type { SignatureValidation, Validation } from '@countersign/pdf-signature/validate.ts'

/** What a validation found, in lines for a terminal. */
export function reportValidation(validation: Validation): {
  readonly lines: string[]
  readonly isValid: boolean
} {
  const signatures = validation.signatures.flatMap(signatureLines)
  const isValid = validation.status === 'valid'
  const results: Record<Validation['status'], string> = {
    valid: '✓ All signatures are valid',
    invalid: '✗ A signature is not valid',
    indeterminate: '✗ It cannot be told whether the signatures are valid',
    not_signed: '✗ The file is not signed',
  }
  const problem = validation.problem ? [`The file cannot be read: ${validation.problem}`] : []
  return { lines: [...signatures, ...problem, results[validation.status]], isValid }
}

function signatureLines(signature: SignatureValidation): string[] {
  const { kind, status, level, timestampTime, claimedTime, reason } = signature
  const what = kind === 'signature' ? 'Signature' : 'Document time-stamp'
  const name = signature.claimedName ?? signature.signerName ?? 'unknown'
  const facts: [string, string | undefined][] = [
    ['certificate', signature.signerName],
    ['time-stamped', timestampTime?.toISOString()],
    ['claimed time', claimedTime?.toISOString()],
    ['reason', reason],
    ['level', level ?? undefined],
    ['since then', signature.laterChanges],
  ]
  return [
    `${status === 'valid' ? '✓' : '✗'} ${what} ${signature.fieldName}: ${printable(name)} (${status})`,
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [`    ${label}: ${printable(value)}`])),
    ...signature.problems.map((problem) => `    ! ${printable(problem)}`),
  ]
}

/** What a file says about itself must not steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}
