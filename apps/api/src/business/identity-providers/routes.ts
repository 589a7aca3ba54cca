import * as calls from '@countersign/contract/identity-providers.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { requireIdentityProvider } from './change-requirement.ts'
import { removeIdentityProvider } from './remove-identity-provider.ts'
import { setIdentityProvider } from './set-identity-provider.ts'
import { showIdentityProvider } from './show-identity-provider.ts'
import { testIdentityProvider } from './test-identity-provider.ts'

export function registerIdentityProviders(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getIdentityProvider, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    return showIdentityProvider(context, params.id)
  })

  bind(app, context, calls.setIdentityProvider, async ({ actor, params, body }) => {
    const { issuer, clientId, clientSecret } = body
    await setIdentityProvider(context, actor, params.id, { issuer, clientId, clientSecret })
    return showIdentityProvider(context, params.id)
  })

  bind(app, context, calls.testIdentityProvider, async ({ actor, params }) => ({
    url: await testIdentityProvider(context, actor, params.id),
  }))

  bind(app, context, calls.requireIdentityProvider, async ({ actor, params, body }) => {
    await requireIdentityProvider(context, actor, params.id, body.required)
    return showIdentityProvider(context, params.id)
  })

  bind(app, context, calls.removeIdentityProvider, async ({ actor, params }) => {
    await removeIdentityProvider(context, actor, params.id)
    return {}
  })
}
