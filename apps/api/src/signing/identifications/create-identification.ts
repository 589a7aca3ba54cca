import type { Language, Legislation } from '@countersign/contract/values.ts'
import type { Participant } from '#api/platform/actor.ts'
import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled, uncountFailure } from '#api/identity/throttles/count-failures.ts'
import { giveUp } from './progress/ask-provider.ts'
import { isOver, nextAsk } from './progress/polling-pauses.ts'
import { findPayer, isFree, isPaidByBusiness } from './coverage.ts'
import { appendIdentificationEvent } from './progress/event-repository.ts'
import { findKnownPerson, findOwn, holderOf } from './holder.ts'
import {
  type PersonDetails,
  type Holder,
  holderKey,
  type Identification,
  type Method,
  type ProviderName,
} from './identification.ts'
import * as repository from './repository.ts'
import { returnAddress } from './progress/return-address.ts'
import { progressOf } from './progress/progress.ts'
import { startAtProvider } from './progress/start-at-provider.ts'

/** One way to be identified, as its calls name it. */
export interface IdentificationOption {
  readonly provider: ProviderName
  readonly method: Method
  readonly legislation: Legislation
}

export interface IdentificationInput {
  readonly signatureRequestId?: string | undefined
  readonly language?: Language | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly mobile?: string | undefined
}

// Each costs someone money, or people’s time.
const limit = { failures: 10, seconds: 3600 }

/** Begins one. Anyone who has one under the same legislation that is not at its end continues with that. */
export async function createIdentification(
  context: Context,
  actor: Participant,
  option: IdentificationOption,
  input: IdentificationInput,
): Promise<Identification> {
  const provider = context.identification.named(option.provider)
  if (!provider?.methods.includes(option.method)) throw new Refusal('feature.unavailable')
  const holder = holderOf(actor)
  const going = await findOngoing(context, context.db, holder, option.legislation)
  // Its page is over, and nobody has asked since.
  if (going && isOver(going, context.now())) await giveUp(context, going)
  else if (going) return startAtProvider(context, going)
  const payer = await findPayer(context, actor, {
    legislation: option.legislation,
    requestId: input.signatureRequestId,
  })
  const paidBy = isPaidByBusiness(option.legislation, option.method) ? payer : null
  if (paidBy === null && !isFree(option.legislation, option.method))
    throw new Refusal('identification.not_covered')
  const person = await personOf(context, actor, option, input)
  const counted = `identification:${holderKey(holder)}`
  refuseThrottled(await countFailure(context, counted, limit))
  const begun = await transaction(context.db, async (tx) => {
    // Of two at once the second finds the first.
    if (holder.kind === 'account' && !(await lockAccount(tx, holder.accountId)))
      throw new Refusal('auth.required')
    const other = await findOngoing(context, tx, holder, option.legislation)
    const one =
      other ??
      (await begin(context, tx, {
        holder,
        language: input.language ?? actor.language,
        option,
        person,
        paidBy,
      }))
    recordResult(tx, one.id)
    return one
  })
  try {
    return await startAtProvider(context, begun)
  } catch (error) {
    // The provider is away, and a page asks again on its own: that must not use up the person's own tries.
    if (error instanceof Refusal && error.key === 'service.unavailable')
      await uncountFailure(context, counted)
    throw error
  }
}

/** One that was begun by a call whose response was lost, maybe before the provider was asked. */
export async function resumeIdentification(
  context: Context,
  actor: Participant,
  id: string,
): Promise<Identification> {
  const all = await repository.listOf(context, context.db, holderOf(actor))
  const begun = all.find((one) => one.id === id)
  if (!begun) throw new Refusal('not_found')
  return startAtProvider(context, begun)
}

async function findOngoing(
  context: Context,
  db: Context['db'],
  holder: Holder,
  legislation: Legislation,
): Promise<Identification | null> {
  const [all, own] = await Promise.all([repository.listOf(context, db, holder), findOwn(db, holder)])
  const going = all.find(
    (one) => one.legislation === legislation && progressOf(one, own, context.now()).isOngoing,
  )
  return going ?? null
}

interface IdentificationStart {
  readonly holder: Holder
  readonly language: Language
  readonly option: IdentificationOption
  readonly person: PersonDetails
  readonly paidBy: string | null
}

async function begin(
  context: Context,
  tx: Transaction,
  { holder, language, option, person, paidBy }: IdentificationStart,
): Promise<Identification> {
  const now = context.now()
  const inserted = await repository.insert(context, tx, {
    ...option,
    holder,
    language,
    returnUrl: returnAddress(context.config.publicUrl, option, holder),
    person,
    paidBy,
    askAt: nextAsk(0, now),
    now,
  })
  if (!inserted) {
    const other = await findOngoing(context, tx, holder, option.legislation)
    if (other) return other
    throw new Refusal('service.unavailable', { retryAfter: 1 })
  }
  await appendIdentificationEvent(tx, inserted.id, {
    type: 'begun',
    at: now,
    data: { ...option, ...(paidBy ? { paidBy } : {}) },
  })
  return inserted
}

/** What was given, or else what is known. Nobody is sent to be identified as someone without a name or a number. */
async function personOf(
  context: Context,
  actor: Participant,
  option: IdentificationOption,
  input: IdentificationInput,
): Promise<PersonDetails> {
  const known = await findKnownPerson(context.db, actor)
  const givenName = input.firstName ?? known.firstName
  const surname = input.lastName ?? known.lastName
  const mobile = input.mobile ?? known.mobile
  const required = { code: 'required', message: 'This field is required' } as const
  const wrong: WrongField[] = []
  if (!givenName) wrong.push({ field: 'firstName', ...required })
  if (!surname) wrong.push({ field: 'lastName', ...required })
  if (mobile === null && option.provider !== 'id-austria') wrong.push({ field: 'mobile', ...required })
  if (!givenName || !surname || wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return { givenName, surname, mobile }
}
