import * as calls from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visualSignaturePermissions } from '#api/accounts/rights.ts'
import { chooseVisuals } from '#api/signing/choose-visuals.ts'
import * as requests from '#api/signature-requests/repository.ts'
import { transaction } from '#api/db/transaction.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// As a business will have it: the claim has to show, the standards must not; the date is everybody's own choice.
const before = { ...visualSignaturePermissions }
const ruled = {
  claim: { canUpdate: false, defaultValue: true },
  date: { canUpdate: true, defaultValue: true },
  std: { canUpdate: false, defaultValue: false },
}

let api: TestApi
let ben: Person
beforeAll(async () => {
  Object.assign(visualSignaturePermissions, ruled)
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(async () => {
  Object.assign(visualSignaturePermissions, before)
  await api?.stop()
})

test('a part that is not one’s own to choose can only be kept as it is', async () => {
  const kept = await api.call(calls.createVisualSignature, { body: { displayDate: false } }, ben.as)
  expect(kept).toMatchObject({ displayClaim: true, displayDate: false, displayStandards: false })
  for (const body of [{ displayClaim: false }, { displayStandards: true }]) {
    const refused = { status: 403, error: { key: 'not_allowed' } }
    expect(await api.ask(calls.createVisualSignature, { body }, ben.as)).toMatchObject(refused)
    const change = { params: { id: kept.id }, body: { ...body, alias: 'Changed' } }
    expect(await api.ask(calls.updateVisualSignature, change, ben.as)).toMatchObject(refused)
  }
  const same = { params: { id: kept.id }, body: { displayClaim: true, alias: 'Same' } }
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
  const { visual } = await transaction(api.context.db, (tx) =>
    chooseVisuals(
      tx,
      actor,
      request.documents.map(({ id }) => id),
      new Map(),
    ),
  )
  expect(Object.values(visual)).toMatchObject([
    { displayClaim: true, displayDate: true, displayStandards: false },
  ])
})
