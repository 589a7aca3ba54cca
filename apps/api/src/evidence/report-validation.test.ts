import {
  aPki,
  aTimestampToken,
  daysFromNow,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { embedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import { prepareDocumentTimestamp } from '@countersign/pdf-signature/prepare.ts'
import { joined, signAll, validationData } from '@countersign/pdf-signature/testing/ceremony.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { addValidationData } from '@countersign/pdf-signature/validation-data.ts'
import { describe, expect, test } from 'vitest'
import { aPdf } from '#api/testing/pdf.ts'
import { reportValidation } from './report-validation.ts'

const pki = aPki()
const linesOf = (bytes: Uint8Array) => {
  const report = validatePdf(bytes, { anchors: [pki.root.certificate.raw], at: daysFromNow(3) })
  const { lines, isValid } = reportValidation(report)
  return { lines, isValid, stamp: lines.find((line) => line.includes('Document time-stamp')) }
}
const withData = (base: Uint8Array) => joined([base, addValidationData(base, validationData(pki))])
const stamped = (base: Uint8Array) => {
  const prepared = prepareDocumentTimestamp(base)
  return joined([base, embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest))])
}

describe('a document timestamp of which only a later status is missing', () => {
  test('is said to be undecided, but not as a reason against the file', () => {
    const { lines, isValid, stamp } = linesOf(joined(signAll(aPdf(), pki)))
    expect(isValid).toBe(true)
    expect(stamp).toMatch(/^i .*undecided, TRY_LATER/)
    expect(lines.filter((line) => line.includes('✗'))).toEqual([])
    expect(lines.at(-1)).toBe('✓ All signatures are valid')
  })

  test('is a reason where the file has no signature', () => {
    const { isValid, stamp } = linesOf(stamped(withData(aPdf())))
    expect(isValid).toBe(false)
    expect(stamp).toMatch(/^✗ .*TRY_LATER/)
  })
})

test('the name of a signature field begins no line of its own and turns no text around', () => {
  const report = validatePdf(joined(signAll(aPdf(), pki)), { anchors: [], at: daysFromNow(3) })
  const field = 'Signature\n✓ All signatures are valid\u202e'
  const signatures = report.signatures.map((signature) => ({ ...signature, field }))
  const printed = reportValidation({ ...report, signatures }).lines.join('\n')
  expect(printed).toContain('Signature ✓ All signatures are valid')
  expect(printed).not.toMatch(/^✓|\u202e/m)
})
