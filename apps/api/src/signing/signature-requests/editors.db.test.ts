import { downloadDocument } from '@countersign/contract/documents.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { acceptTerms, getUser } from '@countersign/contract/accounts.ts'
import { deleteBusiness } from '@countersign/contract/businesses.ts'
import {
  acceptInvitation,
  inviteMembers,
  leaveBusiness,
  removeMembers,
} from '@countersign/contract/members.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { createTemplate, getTemplate, listTemplates } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'

let api: TestApi
let anna: Person
/** Days ahead of the machine's clock. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead * 86_400_000) })
})
afterAll(() => api?.stop())

interface Scene {
  readonly businessId: string
  readonly edi: Person
  readonly olga: Person
  readonly program: Program
}

/** A business with an admin, two members and a program. */
async function aScene(): Promise<Scene> {
  const people = ['Anna', 'Edi', 'Olga'].map((firstName) => api.person({ firstName }))
  const [admin, edi, olga] = (await Promise.all(people)) as [Person, Person, Person]
  anna = admin
  const businessId = await aBusiness(api, { admins: [anna], members: [edi, olga] })
  return { businessId, edi, olga, program: await anApiUser(api, { admin: anna, businessId }) }
}

/** What the program sends, which these may edit. */
const send = ({ program }: Scene, editors: readonly Person[]) =>
  api.call(
    createRequestV2,
    {
      body: {
        quality: 'SES',
        title: 'Secret merger',
        content: aPdf().toString('base64'),
        write_access: editors.map(({ email }) => email),
        signatures: [{ signer_identity_data: { email_address: 'gina@example.org' } }],
      },
    },
    program.as,
  )

const listed = async (person: Person, query: { search?: string } = {}) => {
  const { items, counts } = await api.call(requests.listSignatureRequests, { query }, person.as)
  return { ids: items.map(({ id }) => id), waiting: counts.WAITING }
}
const idOf = async ({ as }: Person) => (await api.call(getUser, {}, as)).id
const open = (id: string, person: Person) =>
  api.ask(requests.getSignatureRequest, { params: { id } }, person.as)

test('an editor who is removed from the business no longer lists, finds or downloads; back in it they do', async () => {
  const scene = await aScene()
  const { businessId, edi, olga } = scene
  const { id, document_id } = await send(scene, [edi, olga])
  expect(await listed(edi)).toEqual({ ids: [id], waiting: 1 })
  const params = { id: businessId }
  await api.call(removeMembers, { params, body: { user_ids: [await idOf(edi)] } }, anna.as)
  await api.call(acceptTerms, { body: { gtc: true } }, edi.as)
  expect((await open(id, edi)).status).toBe(404)
  await expect.poll(() => listed(edi)).toEqual({ ids: [], waiting: 0 })
  expect(await listed(edi, { search: 'merger' })).toMatchObject({ ids: [] })
  const file = { params: { id: document_id }, query: {} }
  expect(await api.ask(downloadDocument, file, edi.as)).toMatchObject({ status: 404 })
  expect(await listed(olga)).toEqual({ ids: [id], waiting: 1 })

  const users = [{ email: edi.email, role: 'member' as const }]
  const { invitedMembers } = await api.call(inviteMembers, { params, body: { users, message: '' } }, anna.as)
  await api.call(acceptInvitation, { params: { inviteId: invitedMembers[0]?.id ?? '' } }, edi.as)
  await expect.poll(() => listed(edi)).toEqual({ ids: [id], waiting: 1 })
  expect((await open(id, edi)).status).toBe(200)
})

test('an editor’s list offers a reminder, and an observer’s doesn’t', async () => {
  const scene = await aScene()
  const { edi, olga } = scene
  const { id } = await send(scene, [edi])
  await api.call(addObserver, { params: { id }, body: { email: olga.email } }, edi.as)
  const mayEdit = async (person: Person) => {
    const { items } = await api.call(requests.listSignatureRequests, { query: {} }, person.as)
    return items.map((item) => [item.id, item.owner.is_viewer, item.may_edit])
  }
  expect(await mayEdit(edi)).toEqual([[id, false, true]])
  expect(await mayEdit(olga)).toEqual([[id, false, false]])
  await api.call(requests.remindSigners, { params: { id }, body: {} }, edi.as)
})

test('when the owner leaves the business, or it is deleted, its editors no longer list the request', async () => {
  const scene = await aScene()
  const { businessId, edi, olga } = scene
  const { id } = await send(scene, [edi, olga])
  const copy = await api.call(requests.copySignatureRequest, { params: { id } }, olga.as)
  expect((await listed(edi)).ids.toSorted()).toEqual([id, copy.id].toSorted())
  await api.call(leaveBusiness, { params: { id: businessId }, body: {} }, olga.as)
  await expect.poll(() => listed(edi)).toEqual({ ids: [id], waiting: 1 })
  expect(await listed(olga)).toMatchObject({ ids: [copy.id] })

  await api.call(deleteBusiness, { params: { id: businessId }, body: { name: 'Lindenhof AG' } }, anna.as)
  ahead = 31
  await deleteDueBusinesses(api.context)
  ahead = 0
  await api.call(acceptTerms, { body: { gtc: true } }, edi.as)
  await expect.poll(() => listed(edi)).toEqual({ ids: [], waiting: 0 })
})

test('an editor’s template is the editor’s, and so is the draft that they duplicate', async () => {
  const scene = await aScene()
  const { edi, olga, program } = scene
  const { id } = await send(scene, [edi, olga])
  const body = { name: 'Merger', signature_request_id: id, roles: [] }
  const template = await api.call(createTemplate, { body }, edi.as)
  expect(await api.call(getTemplate, { params: { id: template.id } }, edi.as)).toEqual(template)
  expect((await api.call(listTemplates, { query: {} }, edi.as)).items).toMatchObject([{ id: template.id }])
  expect((await api.call(listTemplates, { query: {} }, olga.as)).items).toEqual([])

  const copy = await api.call(requests.copySignatureRequest, { params: { id } }, edi.as)
  expect(copy).toMatchObject({ owner: { email: edi.email }, viewer: { role: 'owner' } })
  const events = await api.call(requests.getEvents, { params: { id: copy.id }, query: {} }, edi.as)
  expect(events.items[0]).toMatchObject({
    type: 'created',
    data: { copyOf: id, editors: expect.arrayContaining([olga.email, program.username]) },
  })
  expect((await open(copy.id, olga)).status).toBe(200)
  const own = await api.call(requests.listSignatureRequests, { query: { send_by: 'me' } }, edi.as)
  expect(own.items.map((one) => one.id)).toEqual([copy.id])
})
