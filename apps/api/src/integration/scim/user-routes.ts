import type { ProvisioningContext } from '#api/business/provisioning/provision-users.ts'
import type { ProvisionedUser } from '#api/business/provisioning/user-repository.ts'
import { readTimeZone } from './attribute-values.ts'
import { readFilter, readPage } from './filter.ts'
import { readPatch } from './patch.ts'
import { checkVersion, listOf, type Route, unlessKnown, withHeaders } from './route.ts'
import { presentUser, readAttributesOfUser, readUser } from './user-resource.ts'
import { refuseOtherUserName } from './user-name.ts'
import { changeUser, createUser, findUser, listUsers, removeUser } from './users.ts'

export function registerUsers(route: Route, context: ProvisioningContext, baseUrl: string): void {
  const show = (user: ProvisionedUser) => presentUser(user, baseUrl)

  route('GET', '/Users', async ({ by, request }) => {
    const query = request.query as Record<string, unknown>
    const { startIndex, count } = readPage(query)
    const page = { offset: startIndex - 1, limit: count }
    const { users, total } = await listUsers(context, by, readFilter(query['filter']), page)
    return listOf(users.map(show), { startIndex, total })
  })

  route('POST', '/Users', async ({ by, request, reply }) => {
    const user = await createUser(context, by, readUser(request.body))
    reply.status(201)
    return withHeaders(reply, show(user))
  })

  route('GET', '/Users/:id', async (call) =>
    unlessKnown(call, show(await findUser(context, call.by, call.id))),
  )

  route('PUT', '/Users/:id', async ({ by, request, reply, id }) => {
    const given = readAttributesOfUser(request.body)
    const user = await changeUser(context, by, id, (current) => {
      checkVersion(request, show(current))
      refuseOtherUserName(given.userName, current.email, given)
      const { active, externalId, languages } = given
      const timeZone = readTimeZone(given.timezone, given)
      return {
        ...(active === undefined ? {} : { active }),
        ...(timeZone === undefined ? {} : { timeZone }),
        externalId,
        languages,
      }
    })
    return withHeaders(reply, show(user))
  })

  route('PATCH', '/Users/:id', async ({ by, request, reply, id }) => {
    const user = await changeUser(context, by, id, (current) => {
      checkVersion(request, show(current))
      return readPatch(request.body, current.email)
    })
    return withHeaders(reply, show(user))
  })

  route('DELETE', '/Users/:id', async ({ by, request, reply, id }) => {
    await removeUser(context, by, id, (user) => checkVersion(request, show(user)))
    reply.status(204)
  })
}
