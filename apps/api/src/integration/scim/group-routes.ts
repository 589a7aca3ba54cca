import type { FastifyRequest } from 'fastify'
import type { ProvisionedGroup } from '#api/business/provisioning/group-repository.ts'
import type { ProvisioningContext } from '#api/business/provisioning/provision-users.ts'
import { readGroupFilter, readPage } from './filter.ts'
import { readGroupPatch } from './group-patch.ts'
import { presentGroup, readGroup } from './group-resource.ts'
import { changeGroup, createGroup, findGroup, listProvisionedGroups, removeGroup } from './groups.ts'
import { checkVersion, listOf, type Route, unlessKnown, withHeaders } from './route.ts'

/** Entra ID asks for groups without their members, which may be thousands. */
function asksForMembers({ query }: FastifyRequest): boolean {
  const { excludedAttributes } = query as Record<string, unknown>
  const excluded = typeof excludedAttributes === 'string' ? excludedAttributes.toLowerCase().split(',') : []
  return !excluded.some((name) => name.trim() === 'members')
}

export function registerGroups(route: Route, context: ProvisioningContext, baseUrl: string): void {
  const show = (group: ProvisionedGroup, withMembers = true) => presentGroup(group, baseUrl, { withMembers })
  const asState = (group: ProvisionedGroup) => ({ ...group, members: new Set(group.members) })

  route('GET', '/Groups', async ({ by, request }) => {
    const query = request.query as Record<string, unknown>
    const { startIndex, count } = readPage(query)
    const groups = await listProvisionedGroups(context, by, readGroupFilter(query['filter']))
    const page = groups.slice(startIndex - 1, startIndex - 1 + count)
    const withMembers = asksForMembers(request)
    return listOf(
      page.map((group) => show(group, withMembers)),
      { startIndex, total: groups.length },
    )
  })

  route('POST', '/Groups', async ({ by, request, reply }) => {
    const group = await createGroup(context, by, readGroup(request.body))
    reply.status(201)
    return withHeaders(reply, show(group))
  })

  route('GET', '/Groups/:id', async (call) =>
    unlessKnown(call, show(await findGroup(context, call.by, call.id), asksForMembers(call.request))),
  )

  route('PUT', '/Groups/:id', async ({ by, request, reply, id }) => {
    const given = readGroup(request.body)
    const group = await changeGroup(context, by, id, (current) => {
      checkVersion(request, show(current))
      return given
    })
    return withHeaders(reply, show(group))
  })

  route('PATCH', '/Groups/:id', async ({ by, request, reply, id }) => {
    const group = await changeGroup(context, by, id, (current) => {
      checkVersion(request, show(current))
      return readGroupPatch(request.body, asState(current))
    })
    return withHeaders(reply, show(group))
  })

  route('DELETE', '/Groups/:id', async ({ by, request, reply, id }) => {
    await removeGroup(context, by, id, (group) => checkVersion(request, show(group)))
    reply.status(204)
  })
}
