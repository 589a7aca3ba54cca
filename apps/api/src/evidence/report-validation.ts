import type { SignatureReport, ValidationReport } from '@countersign/pdf-signature/validate.ts'
import { decisive } from '@countersign/pdf-signature/validation/reports/overall.ts'
import type { Change, Finding } from '@countersign/pdf-signature/validation/reports/report.ts'
import { printableLine } from '#api/platform/values/printable-line.ts'

/** What a validation found, in lines for a terminal. */
export function reportValidation(report: ValidationReport): {
  readonly lines: string[]
  readonly isValid: boolean
} {
  const counted = new Set(decisive(report.signatures))
  const signatures = report.signatures.flatMap((one) => signatureLines(one, counted.has(one)))
  const isValid = report.overall === 'TOTAL_PASSED'
  const results: Record<ValidationReport['overall'], string> = {
    TOTAL_PASSED: report.withReservation
      ? '✓ All signatures are valid, with a reservation: see what is marked with !'
      : '✓ All signatures are valid',
    TOTAL_FAILED: '✗ A signature is not valid',
    INDETERMINATE: '✗ It cannot be told whether the signatures are valid',
    NO_SIGNATURE: '✗ The file is not signed',
  }
  const { problem } = report.file
  const unread = problem ? [`The file cannot be read: ${problem}`] : []
  return {
    lines: [
      ...signatures,
      ...report.warnings.map(warningLine),
      ...report.infos.map(infoLine),
      ...unread,
      results[report.overall],
    ].map(printableLine),
    isValid,
  }
}

const words: Record<SignatureReport['indication'], string> = {
  TOTAL_PASSED: 'valid',
  TOTAL_FAILED: 'not valid',
  INDETERMINATE: 'undecided',
}

function signatureLines(signature: SignatureReport, counts: boolean): string[] {
  const { type, indication, subIndication, level, timestampAt, signedAt, signer, claims } = signature
  const what = type === 'signature' ? 'Signature' : 'Document time-stamp'
  // Anyone can write any name into a signature: the certificate says who it was.
  const name = signer?.displayName ?? 'unknown'
  const verdict = [words[indication], subIndication].filter((word) => word !== undefined).join(', ')
  const facts: [string, string | undefined][] = [
    ['stated name', claims.name === name ? undefined : claims.name],
    ['time-stamped', timestampAt?.toISOString()],
    ['claimed time', signedAt?.toISOString()],
    ['reason', claims.reason],
    ['level', level ?? undefined],
    ['legal level', signature.qualification.result],
    ['since then', signature.changesAfter.map(changeText).join(', ') || undefined],
  ]
  // What doesn't count for the result isn't marked like a reason for another.
  const against = counts ? '✗' : 'i'
  return [
    `${indication === 'TOTAL_PASSED' ? '✓' : against} ${what} ${signature.field}: ${name} (${verdict})`,
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [`    ${label}: ${value}`])),
    ...signature.errors.map((error) => `    ${against} ${findingText(error)}`),
    ...signature.warnings.map((warning) => `    ! ${findingText(warning)}`),
  ]
}

const changeText = ({ kind, field, permitted }: Change): string =>
  [kind, field, permitted ? undefined : '(not permitted)'].filter((word) => word !== undefined).join(' ')

const infoLine = (finding: Finding): string => `i ${findingText(finding)}`
const warningLine = (finding: Finding): string => `! ${findingText(finding)}`

function findingText({ code, parameters = {} }: Finding): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name} ${value}`)
  return [code, ...values].join('; ')
}
