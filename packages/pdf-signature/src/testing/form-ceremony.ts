import type { FontFile } from '../appearance/font-face.ts'
import { embedSignature } from '../contents-placeholder.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { prepareSignature } from '../prepare.ts'
import type { SignatureRequest } from '../prepare.ts'
import type { PdfBytes } from '../reader/source.ts'
import { validatePdf } from '../validate.ts'
import { aCms, validationData } from './ceremony.ts'
import type { Pki } from './ceremony.ts'

/** The revision in which a signer fills in values and signs. */
export function fillAndSign(
  base: PdfBytes,
  pki: Pki,
  fieldName: string,
  values: readonly FieldValue[],
  more: Partial<SignatureRequest> = {},
): Uint8Array {
  const order = { fieldName, signerName: 'Anna Muster', time: new Date(), values, ...more }
  const prepared = prepareSignature(base, order)
  return embedSignature(prepared, aCms(pki, prepared.digest))
}

/** What the validation says of each signature, in the order in which they were made. */
export function verdictsOf(bytes: PdfBytes, pki: Pki, fonts: readonly FontFile[] = []) {
  const { signatures } = validatePdf(bytes, {
    anchors: [pki.root.certificate.raw],
    cache: validationData(pki),
    at: new Date(Date.now() + 60_000),
    fonts,
  })
  return signatures.map(({ field, indication, withReservation, changesAfter, errors, warnings, infos }) => ({
    field,
    verdict: withReservation ? 'RESERVATION' : indication,
    changes: changesAfter.map(({ kind, permitted, field: changed }) =>
      [kind, changed ?? '', permitted ? '' : 'forbidden'].join(' ').trim(),
    ),
    findings: [...errors, ...warnings, ...infos].map(({ code }) => code),
  }))
}
