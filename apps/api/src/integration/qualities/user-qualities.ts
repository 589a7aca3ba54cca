import { canonicalEmail } from '@countersign/contract/email.ts'
import type { Level, UserQualities } from '@countersign/contract/integration/qualities.ts'
import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import * as seals from '#api/business/seals/repository.ts'
import { type Seal, statusOf } from '#api/business/seals/seal.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import * as accounts from '#api/identity/accounts/repository.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { resolveQuality, type Signer } from '#api/signing/qualities/quality.ts'
import { readAccountSigner } from '#api/signing/qualities/read-signer.ts'

/** At what level someone of the business would sign what requests can require, and with which seals. */
export async function userQualities(
  context: Context,
  actor: ApiUserActor,
  username: string | undefined,
): Promise<UserQualities> {
  const account = await findAccount(context, actor, username)
  const signer = await readAccountSigner(context.db, account)
  // A demonstration isn't sealed.
  const usable = actor.environment === 'DEMO' ? [] : await usableSeals(context, actor, account)
  const level = (quality: Quality, legislation: Legislation | null = null) =>
    levelOf(context, signer, quality, legislation)
  const byLaw = (quality: Quality) => ({
    zertes: level(quality, 'ZERTES'),
    eidas: level(quality, 'EIDAS'),
  })
  return {
    qes: byLaw('QES'),
    aes_minimal: byLaw('AES_MINIMAL'),
    aes: { any: level('AES') },
    ses: { any: level('SES') },
    demo: { any: level('DEMO') },
    seal: { aes: sealLevels(usable, 'AES'), qes: sealLevels(usable, 'QES') },
    part11: { any: level('PART11') },
  }
}

/** A program may use every seal of its business, if its key opens them. */
async function usableSeals({ db }: Context, actor: ApiUserActor, account: Account): Promise<readonly Seal[]> {
  if (account.id !== actor.accountId) return seals.listOf(db, account.id)
  return actor.scopes.includes('seals') ? seals.list(db, actor.businessId) : []
}

/** Of the API user's business, and of nobody else. */
async function findAccount(
  { db }: Context,
  { accountId, businessId }: ApiUserActor,
  username: string | undefined,
): Promise<Account> {
  const account =
    username === undefined
      ? await accounts.find(db, accountId)
      : await accounts.findByEmail(db, canonicalEmail(username))
  const membership = account && (await findMembership(db, account.id))
  if (!account || membership?.business.id !== businessId) throw new Refusal('not_found')
  return account
}

function levelOf(
  { trustServices, now }: Context,
  signer: Signer,
  quality: Quality,
  legislation: Legislation | null,
): Level | undefined {
  const { plan } = resolveQuality({ quality, legislation }, signer, trustServices, now())
  return plan ? present(plan.quality, plan.service, plan.legislation) : undefined
}

function sealLevels(usable: readonly Seal[], quality: Seal['quality']): Record<string, Level> {
  const ready = usable.filter((seal) => seal.quality === quality && statusOf(seal) === 'READY')
  return Object.fromEntries(
    ready.map((seal) => [seal.accountName, present(quality, seal.service ?? '', seal.legislation)]),
  )
}

const present = (quality: string, service: string, legislation: Legislation | null): Level => ({
  quality,
  provider: service.toUpperCase(),
  legislation: legislation ?? 'UNDEFINED',
})
