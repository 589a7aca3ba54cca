import * as calls from '@countersign/contract/aes-for-business.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { askForAes } from './ask-for-aes.ts'
import { confirmAes, findConfirmation } from './confirm-aes.ts'
import { endAes } from './end-aes.ts'
import { presentAes } from './presenter.ts'
import { find } from './repository.ts'

export function registerAesForBusiness(app: FastifyInstance, context: Context): void {
  const { db } = context
  const show = async (actor: AccountActor, id: string) => {
    const { business } = await allowAdmin(db, actor, id)
    return presentAes(business, await find(db, id))
  }

  bind(app, context, calls.getAesForBusiness, ({ actor, params }) => show(actor, params.id))

  bind(
    app,
    context,
    calls.askForAesForBusiness,
    async ({ actor, params, body }) => {
      await askForAes(context, actor, params.id, body)
      return show(actor, params.id)
    },
    { again: ({ actor, params }) => show(actor, params.id) },
  )

  bind(app, context, calls.endAesForBusiness, async ({ actor, params }) => {
    await endAes(context, actor, params.id)
    return show(actor, params.id)
  })

  bind(app, context, calls.getAesConfirmation, async ({ actor, body }) => {
    const { request, business } = await findConfirmation(context, body.token, actor.address)
    const { representativeName, commercialRegister, domains } = request
    return { business, representativeName, commercialRegister, domains: [...domains] }
  })

  bind(app, context, calls.confirmAesForBusiness, async ({ actor, body }) => {
    await confirmAes(context, actor, body.token)
    return {}
  })
}
