import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { createSignerGroup, type SignerGroup } from '@countersign/contract/signer-groups.ts'
import type { Person, TestApi } from './api.ts'
import { aDraft, type RequestShape } from './signature-request.ts'

export interface GroupInRequest {
  readonly group: SignerGroup
  readonly request: SignatureRequest
  /** The id of the group's signature. */
  readonly sid: string
}

/** A draft that asks a new group, and others after it if any are named. */
export async function aGroupDraft(
  api: TestApi,
  shape: RequestShape & {
    readonly members: readonly { readonly email: string; readonly name?: string }[]
    readonly named?: string
    /** Of the group, in the first document. */
    readonly fields?: readonly SignerFieldInput[]
  },
): Promise<GroupInRequest> {
  const { owner, members, named: name = 'Legal', signers = [], fields = [] } = shape
  const group = await api.call(createSignerGroup, { body: { name, members: [...members] } }, owner.as)
  const draft = await aDraft(api, { ...shape, signers: [] })
  const placed = (y: number) =>
    draft.documents.map((document) => ({
      document_id: document.id,
      visual_signature: { position: { page: '0', x: 100, y, width: 220, height: 80 } },
    }))
  const signatures = [
    {
      signer_group_id: group.id,
      document_signatures: placed(100).map((one, nth) => (nth === 0 ? { ...one, fields: [...fields] } : one)),
    },
    ...signers.map(({ email, ...rest }, index) => ({
      account_email: email,
      document_signatures: placed(200 + index * 100),
      ...rest,
    })),
  ]
  const params = { id: draft.id }
  const request = await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, owner.as)
  return { group, request, sid: request.signatures[0]?.sid ?? '' }
}

/** The same, sent. */
export async function aGroupRequest(
  api: TestApi,
  shape: Parameters<typeof aGroupDraft>[1],
): Promise<GroupInRequest> {
  const { group, request, sid } = await aGroupDraft(api, shape)
  const params = { id: request.id }
  return {
    group,
    sid,
    request: await api.call(requests.initiateSignatureRequest, { params }, shape.owner.as),
  }
}

export const asMember = ({ email, firstName, lastName }: Person) => ({
  email,
  name: `${firstName} ${lastName}`,
})
