import type { AccountActor } from '#api/platform/actor.ts'
import { cancelApprovalsOfAccount } from '#api/signing/approvals/end-approvals.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { makeSigningLink } from '#api/signing/direct-links/signing-link.ts'
import { recordObservers } from '#api/signing/observers/record-observers.ts'
import { removeInput } from '#api/signing/signer-fields/repository.ts'
import { listObservedBy } from '#api/signing/observers/repository.ts'
import { allPeopleOf, withMembers } from '../signers/group-signature.ts'
import { invite } from '../notifications/notify.ts'
import { removeSignatureRequest } from '../ending/remove-signature-request.ts'
import { listOfAccount, listSeenAlone, markReleased, removeAccess } from './part-repository.ts'
import { isOwner, requestedSignerOf } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { type Signature, type SignatureRequest, timeOfChange } from '../signature-request.ts'
import { takeBack } from '../ending/withdraw-signature-request.ts'

/** So many of them one job removes. */
const atOnce = 200

/**
 * What becomes of an account's requests when it is deleted: its drafts go, its open requests are withdrawn, and what
 * others wait for it to sign is reached by a link from now on. What is over stays as it is for the others; what nobody else
 * sees goes too, by a job.
 */
export async function releaseRequests(context: Context, tx: Transaction, actor: AccountActor): Promise<void> {
  // In one order for all, as everybody does who locks several: two at once wait for each other instead of for ever.
  const own = await listOfAccount(tx, actor.accountId)
  const observed = await listObservedBy(tx, actor.accountId)
  for (const id of [...new Set([...own, ...observed])].toSorted()) {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    if (!request) continue
    if (!isOwner(request, actor)) await release(context, tx, actor, request)
    else if (request.status === 'DRAFT') await removeSignatureRequest(context, tx, id)
    else if (request.status === 'OPEN')
      await takeBack(context, tx, actor, request, { cause: 'account_deleted' })
  }
  await cancelApprovalsOfAccount(tx, actor.accountId)
  const alone = await listSeenAlone(tx, actor.accountId)
  for (let first = 0; first < alone.length; first += atOnce) {
    const requestIds = alone.slice(first, first + atOnce)
    await enqueue(tx, 'remove-unseen-requests', { requestIds, actor: eventActor(actor) })
  }
  await removeAccess(tx, actor.accountId)
}

/**
 * Nothing is asked of the account any longer, but of the person behind the address, who is mailed the way in. It looks on
 * no more either.
 */
async function release(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  request: SignatureRequest,
): Promise<void> {
  const { accountId } = actor
  const isWaitedFor = (signature: Signature) =>
    request.status === 'OPEN' &&
    ['WAITING', 'OPEN'].includes(signature.status) &&
    requestedSignerOf(signature, actor) !== undefined
  const asGuest = <Person extends Pick<Signature, 'id' | 'email' | 'accountId' | 'link'>>(person: Person) =>
    person.accountId === accountId
      ? {
          ...person,
          accountId: null,
          // It may have been asked at an address that it has left.
          email: actor.email,
          link: person.link ?? makeSigningLink(context, person.id),
        }
      : person
  const signatures = request.signatures.map((signature) => {
    if (!isWaitedFor(signature)) return signature
    return signature.group ? withMembers(signature, asGuest) : asGuest(signature)
  })
  const released = new Set(request.signatures.filter(isWaitedFor).map(({ id }) => id))
  const observers = request.observers.filter((observer) => observer.accountId !== accountId)
  if (released.size === 0 && observers.length === request.observers.length) return
  const changed = {
    ...request,
    signatures: released.size > 0 ? signatures : request.signatures,
    observers,
    updatedAt: timeOfChange(request, context.now()),
  }
  await saveSignatureRequest(tx, request, changed)
  await markReleased(tx, { requestId: request.id, signatureIds: [...released] }, actor.email)
  await recordObservers(context, tx, actor, request, changed, 'account_deleted')
  // What the account had filled in goes with it.
  for (const signature of request.signatures.filter(({ id }) => released.has(id))) {
    const signer = requestedSignerOf(signature, actor)
    if (signer) await removeInput(tx, signer)
  }
  // Those whose turn comes later are invited then.
  const signer = allPeopleOf(signatures).filter(
    ({ id, status, notify, email }) =>
      released.has(id) && status === 'OPEN' && notify && email === actor.email,
  )
  await invite(context, tx, request, signer)
}
