import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** Whether we email the person who looks at the request. A program that has sent it may email signers in our place. */
export function isEmailed({ signatures }: Pick<SignatureRequest, 'signatures'>): boolean {
  const own = signatures.filter(
    (one) => one.is_viewer || one.signer_group?.members.some((member) => member.is_viewer),
  )
  return own.length === 0 || own.some(({ notify }) => notify)
}
