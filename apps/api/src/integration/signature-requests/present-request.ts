import type * as contract from '@countersign/contract/integration/shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { readForAnswer } from '#api/platform/db/commit-outcome.ts'
import type { Context } from '#api/providers/context.ts'
import { readSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import { discloseLinks } from './disclose-links.ts'
import { findKnown } from './known-to-program.ts'
import { presentV2, presentV3 } from './presenter.ts'

type Presented<Version extends 2 | 3> = Version extends 2
  ? contract.SignatureRequestV2
  : contract.SignatureRequestV3

/** A request as an API user gets it, its signers' links included. */
export async function presentRequest<Version extends 2 | 3>(
  context: Context,
  actor: ApiUserActor,
  version: Version,
  request: SignatureRequest,
): Promise<Presented<Version>> {
  const known = await readForAnswer(async () => {
    const found = await findKnown(context.db, request)
    await discloseLinks(context, actor, [{ request, known: found }])
    return found
  })
  const present = version === 2 ? presentV2 : presentV3
  return present(context, request, known) as Presented<Version>
}

/** For a call that was done and whose response was lost: the request as it is now. */
export async function presentAgain<Version extends 2 | 3>(
  context: Context,
  actor: ApiUserActor,
  version: Version,
  id: string,
): Promise<Presented<Version>> {
  const request = await readForAnswer(() => readSignatureRequest(context, actingAccount(actor), id))
  return presentRequest(context, actor, version, request)
}
