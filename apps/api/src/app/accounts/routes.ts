import type { FastifyInstance } from 'fastify'
import type { LinkActor } from '#api/platform/actor.ts'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { makeDirectToken } from '#api/signing/direct-links/read-direct-token.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isTimeZone } from '#api/platform/values/time-zone.ts'
import { noteSignerTimeZone } from '#api/signing/signature-requests/signers/signer-repository.ts'
import { unknownTimeZone } from './refuse-wrong-settings.ts'
import { nameSigner } from '#api/signing/signature-requests/signers/name-signer.ts'
import { findConfirmation, requestConfirmation } from '#api/identity/accounts/confirm-email.ts'
import { findSigner } from '#api/signing/direct-links/find-signer.ts'
import { findTies } from './find-ties.ts'
import { presentUser } from '#api/identity/accounts/presenter.ts'
import { presentDirectUser } from '#api/signing/direct-links/presenter.ts'
import { refuseCompanys, registerAccount } from './register-account.ts'
import { find } from '#api/identity/accounts/repository.ts'
import * as calls from '@countersign/contract/accounts.ts'
import { readQualities } from '#api/signing/qualities/quality-details.ts'
import { acceptTerms } from './accept-terms.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { confirmUserEmail, cancelUserEmail } from './change-user-email.ts'
import { deleteAccount } from './delete-account.ts'
import { getReferralToken } from '#api/identity/accounts/get-referral-token.ts'
import { updateAccount } from './update-account.ts'

export function registerAccounts(app: FastifyInstance, context: SessionsContext): void {
  bind(app, context, calls.requestConfirmation, async ({ body, actor }) => {
    await refuseCompanys(context, body.email)
    await requestConfirmation(context, {
      email: body.email,
      flow: body.flow,
      language: body.lang,
      timeZone: body.timeZone,
      path: body.confirm === true ? undefined : body.confirm,
      address: actor.address,
    })
    return {}
  })

  bind(app, context, calls.validConfirmation, ({ body, actor }) =>
    findConfirmation(context, body.token, actor.address),
  )

  bind(app, context, calls.register, async ({ body, actor }) => {
    const account = await registerAccount(context, {
      token: body.token,
      firstName: body.firstName,
      lastName: body.lastName,
      password: body.password,
      termsAccepted: body.gtc,
      language: body.lang,
      timeZone: body.timeZone ?? null,
      mobile: body.mobile ?? null,
      celloUcc: body.celloUCC || null,
      address: actor.address,
      userAgent: actor.userAgent,
      business: body.business
        ? {
            name: body.business.name,
            phone: body.business.phone ?? null,
            country: body.business.country ?? null,
            dataProcessingAccepted: body.business.dpa,
          }
        : null,
    })
    return presentUser(account, await findTies(context, account))
  })

  bind(app, context, calls.getUser, async ({ actor }) => {
    const account = await find(context.db, actor.accountId)
    if (!account) throw new Refusal('auth.required')
    return presentUser(account, await findTies(context, account))
  })

  const showDirectUser = async (actor: LinkActor) =>
    presentDirectUser(actor, await findSigner(context.db, actor), await makeDirectToken(context, actor))
  bind(app, context, calls.getDirectUser, async ({ actor, query }) => {
    await noteSignerTimeZone(context.db, actor, query.timeZone)
    return showDirectUser(actor)
  })

  bind(app, context, calls.updateDirectUser, async ({ actor, body }) => {
    const { firstName, lastName, attributes } = body
    const { lang: language, mobile, timeZone } = attributes ?? {}
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw new Refusal('validation.failed', { fields: [unknownTimeZone('attributes.timeZone')] })
    await nameSigner(context, actor, { firstName, lastName, language, mobile })
    await noteSignerTimeZone(context.db, actor, timeZone)
    return showDirectUser(actor)
  })

  bind(app, context, calls.getDatetime, async () => ({ datetime: context.now().toISOString() }))
  registerOwnAccount(app, context)
}

/** An account’s own details, its terms, and its deletion. */
function registerOwnAccount(app: FastifyInstance, context: SessionsContext): void {
  const show = async (account: Account) => presentUser(account, await findTies(context, account))

  bind(
    app,
    context,
    calls.updateUser,
    async ({ body, actor }) => {
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
    },
    {
      again: async ({ actor }) => {
        const account = await find(context.db, actor.accountId)
        if (!account) throw new Refusal('auth.required')
        return show(account)
      },
    },
  )

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
