import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

type Signature = SignatureRequest['signatures'][number]

/** Asked of the person who looks at the request, alone or as one of a group. */
export function isMine({ is_viewer, signer_group: group }: Signature): boolean {
  return is_viewer || (group?.members.some((member) => member.is_viewer) ?? false)
}
