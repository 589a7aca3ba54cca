import { getUser } from '@countersign/contract/accounts.ts'
import { getBusinessSettings, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import * as calls from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseVisuals, type SignatureLook } from '#api/signing/signing/appearance/choose-visuals.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// As the business has it: the claim has to show, the standards must not; the date is everybody's own choice.
const ruled = {
  claim: { canUpdate: false, defaultValue: true },
  date: { canUpdate: true, defaultValue: true },
  std: { canUpdate: false, defaultValue: false },
}

let api: TestApi
let anna: Person
let ben: Person
let params: { id: string }
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  params = { id: await aBusiness(api, { admins: [anna], members: [ben] }) }
  await rule(ruled)
}, 60_000)
afterAll(() => api?.stop())

const rule = (visualSignatures: typeof ruled) =>
  api.call(updateBusinessSettings, { params, body: { settings: { visualSignatures } } }, anna.as)

const permissionsOf = async (person: Person) =>
  (await api.call(getUser, { query: { v2: 'true' } }, person.as)).permissions.visualSignatures

test('an admin decides for all members, not for others; the settings can be sent back as they came', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  expect([await permissionsOf(ben), await permissionsOf(anna)]).toEqual([ruled, ruled])
  const own = { canUpdate: true, defaultValue: true }
  expect(await permissionsOf(dora)).toEqual({ claim: own, date: own, std: own })
  const { settings } = await api.call(getBusinessSettings, { params }, ben.as)
  expect(settings.visualSignatures).toEqual(ruled)
  const answer = await api.call(updateBusinessSettings, { params, body: { settings } }, anna.as)
  expect(answer.settings).toEqual(settings)
  expect(await api.ask(updateBusinessSettings, { params, body: { settings } }, ben.as)).toMatchObject({
    status: 403,
    error: { key: 'business.not_allowed' },
  })
})

test('a part that is not one’s own to choose can only be kept as it is', async () => {
  const saved = await api.call(calls.createVisualSignature, { body: { displayDate: false } }, ben.as)
  expect(saved).toMatchObject({ displayClaim: true, displayDate: false, displayStandards: false })
  for (const body of [{ displayClaim: false }, { displayStandards: true }]) {
    const refused = { status: 403, error: { key: 'not_allowed' } }
    expect(await api.ask(calls.createVisualSignature, { body }, ben.as)).toMatchObject(refused)
    const change = { params: { id: saved.id }, body: { ...body, alias: 'Changed' } }
    expect(await api.ask(calls.updateVisualSignature, change, ben.as)).toMatchObject(refused)
  }
  const same = { params: { id: saved.id }, body: { displayClaim: true, alias: 'Same' } }
  expect(await api.call(calls.updateVisualSignature, same, ben.as)).toMatchObject({ alias: 'Same' })
  const { permissions } = await api.call(calls.listVisualSignatures, {}, ben.as)
  expect(permissions.claim).toEqual({ canUpdate: false, defaultValue: true })
})

test('one kept before the rule is shown, and signs, as the rule has it', async () => {
  const { id } = await api.call(calls.createVisualSignature, { body: { default: true } }, ben.as)
  await api.context.pool.query(
    'UPDATE visual_signatures SET display_claim = false, display_standards = true WHERE id = $1',
    [id],
  )
  const draw = async () =>
    Buffer.from(await (await api.call(calls.previewDefaultVisualSignature, {}, ben.as)).arrayBuffer())
  const typed = { kind: 'text' as const, name: 'Ben Keller', displayDate: true, language: 'en' as const }
  const body = { ...typed, displayClaim: true, displayStandards: false }
  expect(await api.call(calls.getVisualSignature, { params: { id } }, ben.as)).toMatchObject({
    displayClaim: true,
    displayStandards: false,
  })
  // Where the second has turned between the two, both are drawn again.
  const isSame = async () => {
    const now = await api.call(calls.previewVisualSignature, { body }, ben.as)
    return Buffer.from(await now.arrayBuffer()).equals(await draw())
  }
  await expect.poll(isSame, { timeout: 60_000 }).toBe(true)

  const { id: requestId } = await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  const request = await requests.find(api.context.db, requestId)
  if (!request) throw new Error('the request is gone')
  const actor = {
    kind: 'account' as const,
    accountId: request.owner.id,
    email: ben.email,
    name: 'Ben Keller',
    language: 'en' as const,
    sessionId: '',
    address: '',
    userAgent: '',
  }
  const [document] = request.documents
  if (!document) throw new Error('the document is gone')
  const looksLike = async (look?: SignatureLook) => {
    const looks = new Map(look ? [[document.id, look]] : [])
    const { visual } = await transaction(api.context.db, (tx) =>
      chooseVisuals(tx, actor, [document.id], looks, request.signatures[0]?.id ?? crypto.randomUUID()),
    )
    return visual[document.id]
  }
  const shown = { displayClaim: true, displayDate: true, displayStandards: false }
  expect(await looksLike()).toMatchObject({ id, ...shown })
  // A picture made just now, and the name alone, too.
  const bare = { id: null, name: null, ...shown }
  expect(await looksLike({ kind: 'picture', png: Buffer.of() })).toMatchObject(bare)
  expect(await looksLike({ kind: 'name' })).toMatchObject(bare)
  await rule({ ...ruled, std: { canUpdate: true, defaultValue: true } })
  expect(await looksLike({ kind: 'name' })).toBeUndefined()
})
