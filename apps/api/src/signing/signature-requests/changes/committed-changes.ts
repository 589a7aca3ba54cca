import { commitTo, type CommittedValue } from '#api/evidence/committed-value.ts'
import type { SignerChange } from './changed-signers.ts'

/** The same changes with commitments in place of what is confidential, and what these commit to. */
export function commitChanges(signers: readonly SignerChange[]): {
  readonly signers: unknown[]
  readonly values: readonly CommittedValue[]
} {
  const values: CommittedValue[] = []
  const hide = (data: unknown, signatureId: string, formerId: string): unknown => {
    if (Array.isArray(data)) return data.map((one) => hide(one, signatureId, formerId))
    if (typeof data !== 'object' || data === null) return data
    if ('confidential' in data) {
      const committed = commitTo(signatureId, data.confidential as CommittedValue['value'])
      values.push(committed)
      return { commitment: committed.commitment }
    }
    return Object.fromEntries(
      // What was there before was of the signer before.
      Object.entries(data).map(([name, inner]) => [
        name,
        hide(inner, name === 'before' ? formerId : signatureId, formerId),
      ]),
    )
  }
  const hidden = signers.map((signer) =>
    hide(signer, signer.signatureId, signer.replaces ?? signer.signatureId),
  )
  return { signers: hidden, values }
}
