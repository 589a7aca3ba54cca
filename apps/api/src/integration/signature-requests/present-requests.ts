import type * as contract from '@countersign/contract/integration/shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { discloseLinks } from './disclose-links.ts'
import { findKnown } from './known-to-program.ts'
import { presentV2, presentV3 } from './presenter.ts'

type Presented<Version extends 2 | 3> = Version extends 2
  ? contract.SignatureRequestV2
  : contract.SignatureRequestV3

/** Requests as an API user gets them, their signers' links included. */
export async function presentRequests<Version extends 2 | 3>(
  context: Context,
  actor: ApiUserActor,
  version: Version,
  requests: readonly SignatureRequest[],
): Promise<Presented<Version>[]> {
  const known = await findKnown(context.db, requests)
  await discloseLinks(context, actor, requests, known.signers)
  const present = version === 2 ? presentV2 : presentV3
  return requests.map((request) => present(context, request, known.of(request)) as Presented<Version>)
}

export async function presentRequest<Version extends 2 | 3>(
  context: Context,
  actor: ApiUserActor,
  version: Version,
  request: SignatureRequest,
): Promise<Presented<Version>> {
  const [presented] = await presentRequests(context, actor, version, [request])
  if (!presented) throw new Error('a request was not presented')
  return presented
}
