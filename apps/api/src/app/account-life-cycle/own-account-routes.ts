import * as calls from '@countersign/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { readQualities } from '#api/signing/qualities/quality-details.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { acceptTerms } from './accept-terms.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { confirmUserEmail, cancelUserEmail } from './change-user-email.ts'
import { deleteAccount } from './delete-account.ts'
import { findTies } from './find-ties.ts'
import { getReferralToken } from '#api/identity/accounts/get-referral-token.ts'
import { presentUser } from '#api/identity/accounts/presenter.ts'
import { find } from '#api/identity/accounts/repository.ts'
import { updateAccount } from './update-account.ts'

export function registerOwnAccount(app: FastifyInstance, context: Context): void {
  const show = async (account: Account) => presentUser(account, await findTies(context, account))

  bind(app, context, calls.updateUser, async ({ body, actor }) => {
    const { attributes = {}, ...account } = body
    const { lang, emailNotificationLevel, p11SigningName, p11SigningReason, ...named } = attributes
    return show(
      await updateAccount(context, actor, {
        ...account,
        ...named,
        language: lang,
        notificationLevel: emailNotificationLevel,
        part11SigningName: p11SigningName,
        part11SigningReason: p11SigningReason,
      }),
    )
  })

  bind(app, context, calls.confirmUserEmail, async ({ body, actor }) =>
    show(await confirmUserEmail(context, actor, body.token)),
  )

  bind(app, context, calls.cancelUserEmail, async ({ actor }) => show(await cancelUserEmail(context, actor)))

  bind(app, context, calls.deleteUser, async ({ body, actor }) => {
    await deleteAccount(context, actor, { password: body.password, email: body.email })
    return {}
  })

  bind(app, context, calls.acceptTerms, async ({ body, actor }) =>
    show(
      await acceptTerms(context, actor, {
        terms: body.gtc === true,
        trustServiceTerms: body.tou_swisscom === true,
        invite: body.business_invite === true,
      }),
    ),
  )

  bind(app, context, calls.getReferralToken, async ({ actor }) => {
    const { productId, token, expiresAt } = getReferralToken(context, actor)
    return { productId, token, expires_at: expiresAt.toISOString() }
  })

  bind(app, context, calls.getSignatureQualitiesDetail, async ({ actor }) => {
    const account = await find(context.db, actor.accountId)
    if (!account) throw new Refusal('auth.required')
    return readQualities(context, account)
  })
}
