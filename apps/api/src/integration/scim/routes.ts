import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provisioner, ProvisioningContext } from '#api/business/provisioning/provision-users.ts'
import { authenticateScim, type ScimLimits } from './authenticate.ts'
import {
  groupResourceType,
  groupSchemaDefinition,
  serviceProviderConfig,
  userResourceType,
  userSchemaDefinition,
} from './discovery.ts'
import { registerGroups } from './group-routes.ts'
import { listOf, type Route, type ScimCall } from './route.ts'
import { answerScimError, contentType, ScimError } from './scim-error.ts'
import { registerUsers } from './user-routes.ts'

const prefix = '/scim/v2'
const bodyLimit = 1024 * 1024

/** SCIM 2.0 (RFC 7643, RFC 7644): an interface of its own, for identity providers. */
export async function registerScim(
  app: FastifyInstance,
  context: ProvisioningContext,
  limits: ScimLimits,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerScimError)
      scope.setNotFoundHandler((request, reply) =>
        answerScimError(new ScimError(404, 'There is no such resource.'), request, reply),
      )
      const parseJson = scope.getDefaultJsonParser('error', 'error')
      const types = ['application/scim+json', 'application/json']
      scope.removeContentTypeParser(['application/json'])
      scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, (request, body, done) => {
        if (body === '') done(null, undefined)
        else void parseJson(request, String(body), done)
      })
      const callers = new WeakMap<FastifyRequest, Provisioner>()
      // Before the body is read: what strangers send takes no memory.
      scope.addHook('onRequest', async (request, reply) => {
        callers.set(request, await authenticateScim(context, limits, { request, reply }))
      })
      const route: Route = (method, url, handler: (call: ScimCall) => Promise<unknown>) =>
        scope.route({
          method,
          url,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const by = callers.get(request)
            if (!by) throw new Error('a call came through without its token being looked at')
            const { id = '' } = request.params as { id?: string }
            const answer = await handler({ by, request, reply, id })
            reply.header('Cache-Control', 'private, no-store').type(contentType)
            return reply.send(answer === undefined ? '' : JSON.stringify(answer))
          },
        })
      registerDiscovery(route, context.config.publicUrl + prefix)
      registerUsers(route, context, context.config.publicUrl + prefix)
      registerGroups(route, context, context.config.publicUrl + prefix)
    },
    { prefix },
  )
}

function registerDiscovery(route: Route, baseUrl: string): void {
  const types = [userResourceType(baseUrl), groupResourceType(baseUrl)]
  const schemas = [userSchemaDefinition(baseUrl), groupSchemaDefinition(baseUrl)]
  const named = (all: readonly { readonly id: string }[], id: string) => {
    const found = all.find((one) => one.id === id)
    if (!found) throw new ScimError(404, 'There is no such resource.')
    return found
  }
  route('GET', '/ServiceProviderConfig', async () => serviceProviderConfig(baseUrl))
  route('GET', '/ResourceTypes', async () => listOf(types, { startIndex: 1, total: types.length }))
  route('GET', '/ResourceTypes/:id', async ({ id }) => named(types, id))
  route('GET', '/Schemas', async () => listOf(schemas, { startIndex: 1, total: schemas.length }))
  route('GET', '/Schemas/:id', async ({ id }) => named(schemas, id))
}
