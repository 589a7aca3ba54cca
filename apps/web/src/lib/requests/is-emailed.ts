import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { isMine } from './is-mine.ts'

/** Whether we email the person who looks at the request. A program that has sent it may email signers in our place. */
export function isEmailed({ signatures }: Pick<SignatureRequest, 'signatures'>): boolean {
  const mine = signatures.filter(isMine)
  return mine.length === 0 || mine.some(({ notify }) => notify)
}
