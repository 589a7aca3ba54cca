import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import type { Caller, Person } from './caller.ts'
import type { Inbox } from './inbox.ts'
import { aPdf } from './pdf.ts'
import { aDraft, guestOf, linkIn } from './signature-request.ts'

export interface LargeShape {
  readonly owner: Person
  readonly documents: number
  readonly signers: number
  readonly sequences: number
}

/** So many documents, each signed by so many people without an account, who follow in so many groups; sent. */
export async function aLargeRequest(api: Caller, shape: LargeShape): Promise<SignatureRequest> {
  const run = crypto.randomUUID().slice(0, 8)
  const documents = Array.from({ length: shape.documents }, (_, n) =>
    aPdf({ title: `Document ${n + 1} of ${run}` }),
  )
  const draft = await aDraft(api, { owner: shape.owner, title: 'Shareholders', documents })
  const signatures = Array.from({ length: shape.signers }, (_, n) => ({
    account_email: `signer.${n}.${run}@example.org`,
    signer_identity_data: {
      email_address: `signer.${n}.${run}@example.org`,
      first_name: 'Signer',
      last_name: `Number ${n}`,
    },
    sequence: 1 + Math.floor((n * shape.sequences) / shape.signers),
    document_signatures: draft.documents.map((document) => ({
      document_id: document.id,
      visual_signature: {
        position: {
          page: '0',
          x: 20 + (n % 10) * 55,
          y: 100 + Math.floor(n / 10) * 65,
          width: 50,
          height: 60,
        },
      },
    })),
  }))
  const params = { id: draft.id }
  await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, shape.owner.as)
  return api.call(requests.initiateSignatureRequest, { params }, shape.owner.as)
}

/** Between two looks: each reads all of the request, which is a great deal. */
const pause = 250

/** Each signs as soon as it is their turn. Answers how long each took, from the call to SIGNED, in milliseconds. */
export async function signByAll(
  api: Caller & { readonly inbox: Inbox },
  request: SignatureRequest,
  owner: Person,
  patience: number,
): Promise<number[]> {
  const times: number[] = []
  for (const {
    sid,
    signer_identity_data: { email_address: email },
  } of request.signatures) {
    const { as } = guestOf(linkIn(await api.inbox.next(email)))
    const began = performance.now()
    await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, as)
    const isSigned = async () => {
      const { signatures } = await api.call(
        requests.getSignatureRequestStatus,
        { params: { id: request.id } },
        owner.as,
      )
      return signatures.find((one) => one.sid === sid)?.status_code === 'SIGNED'
    }
    while (!(await isSigned())) {
      if (performance.now() - began > patience)
        throw new Error(`${email} has not signed after ${patience} ms`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    times.push(performance.now() - began)
  }
  return times
}
