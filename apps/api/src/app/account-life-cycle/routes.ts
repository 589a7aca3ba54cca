import {
  getDatetime,
  getDirectUser,
  getUser,
  register,
  requestConfirmation as requestConfirmationCall,
  updateDirectUser,
  validConfirmation,
} from '@countersign/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { makeDirectToken } from '#api/signing/direct-links/read-direct-token.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { nameSigner } from '#api/signing/signature-requests/signers/name-signer.ts'
import { findConfirmation, requestConfirmation } from '#api/identity/accounts/confirm-email.ts'
import { findSigner } from '#api/signing/direct-links/find-signer.ts'
import { findTies } from './find-ties.ts'
import { presentUser } from '#api/identity/accounts/presenter.ts'
import { presentDirectUser } from '#api/signing/direct-links/presenter.ts'
import { registerAccount } from './register-account.ts'
import { find } from '#api/identity/accounts/repository.ts'

export function registerAccounts(app: FastifyInstance, context: Context): void {
  bind(app, context, requestConfirmationCall, async ({ body, actor }) => {
    await requestConfirmation(context, {
      email: body.email,
      flow: body.flow,
      language: body.lang,
      path: body.confirm === true ? undefined : body.confirm,
      address: actor.address,
    })
    return {}
  })

  bind(app, context, validConfirmation, ({ body, actor }) =>
    findConfirmation(context, body.token, actor.address),
  )

  bind(app, context, register, async ({ body, actor }) => {
    const account = await registerAccount(context, {
      token: body.token,
      firstName: body.firstName,
      lastName: body.lastName,
      password: body.password,
      termsAccepted: body.gtc,
      language: body.lang,
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

  bind(app, context, getUser, async ({ actor }) => {
    const account = await find(context.db, actor.accountId)
    if (!account) throw new Refusal('auth.required')
    return presentUser(account, await findTies(context, account))
  })

  const showDirectUser = async (actor: LinkActor) =>
    presentDirectUser(actor, await findSigner(context.db, actor), await makeDirectToken(context, actor))
  bind(app, context, getDirectUser, ({ actor }) => showDirectUser(actor))

  bind(app, context, updateDirectUser, async ({ actor, body }) => {
    const { firstName, lastName, attributes } = body
    const { lang: language, mobile } = attributes ?? {}
    await nameSigner(context, actor, { firstName, lastName, language, mobile })
    return showDirectUser(actor)
  })

  bind(app, context, getDatetime, async () => ({ datetime: context.now().toISOString() }))
}
