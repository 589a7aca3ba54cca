import type { Legislation } from '@countersign/contract/values.ts'
import { acceptTerms, deleteUser, getUser, updateUser } from '@countersign/contract/accounts.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import * as calls from '@countersign/contract/identifications.ts'
import { getEvents, withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findProvenIdentities } from '#api/signing/qualities/verified-identity.ts'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import {
  beginIdentification,
  bookAppointment,
  confirmAtOffice,
  endIdentification,
  endReview,
} from '#api/testing/identification/pages.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { moveIdentification } from './progress/move-identification.ts'

const { eidas, zertes } = calls.identificationCalls.user
const patience = { timeout: 60_000, interval: 100 }

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben', lastName: 'Berger' })
  await aPayingBusiness(api, ben)
})
afterAll(() => api?.stop())

/** Someone with a number, who was asked for a qualified signature. */
async function anAskedPerson(legislation: Legislation = 'EIDAS') {
  const person = await aPersonWithMobile(api, { firstName: 'Anna', lastName: 'Müller' })
  const request = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation,
    signers: [{ email: person.email }],
  })
  return { ...person, request, asked: { signatureRequestId: request.id } }
}

const pageOf = (one: { identUrl: string | null }) => one.identUrl ?? 'none'
const accept = (person: Person) => api.call(acceptTerms, { body: { tou_swisscom: true } }, person.as)

async function idOf(person: Person): Promise<string> {
  return (await api.call(getUser, {}, person.as)).id
}

test('from the order to a name that opens the qualified signature, told by webhook', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  expect(begun).toMatchObject({
    legislation: 'EIDAS',
    method: 'video',
    provider: 'srs',
    appointmentStatus: 'initialized',
    isOngoing: true,
    evidence: null,
  })
  await beginIdentification(pageOf(begun))
  const info = () => api.call(eidas.video.get, {}, anna.as)
  await vi.waitFor(async () => expect((await info()).appointmentStatus).toBe('inprogress'), patience)

  const back = await endIdentification(pageOf(begun), 'success')
  expect(back.pathname).toBe('/profile/signature-standards/eidas/video')
  await vi.waitFor(async () => expect((await info()).appointmentStatus).toBe('activatingQES'), patience)
  const waiting = (await info()).identification
  expect(waiting).toMatchObject({ isOngoing: true, missing: ['terms'], identUrl: null })
  await accept(anna)
  const done = (await info()).identification
  expect(done).toMatchObject({ appointmentStatus: 'success', isOngoing: false, failure: null, missing: [] })
  expect(done?.evidence).toMatchObject({
    firstName: 'Anna',
    lastName: 'Müller',
    mobile: anna.mobile,
    isMobileVerified: true,
    level: 'QES',
    nameDiffers: false,
  })
  // Five years, or the document's end.
  expect(done?.validUntil?.slice(0, 4)).toBe(String(new Date().getUTCFullYear() + 5))

  const user = await api.call(getUser, {}, anna.as)
  expect(user.attributes.immutableEidFields.toSorted()).toEqual(['firstName', 'lastName', 'mobile'])
  const [proven] = await findProvenIdentities(api.context.db, { accountId: user.id })
  expect(proven).toMatchObject({ legislation: 'EIDAS', level: 'QES', surname: 'Müller', termsAccepted: true })

  const { items: events } = await api.call(getEvents, { params: { id: anna.request.id } }, ben.as)
  const identified = events.find(({ type }) => type === 'identified')
  expect(identified?.actor.email).toBe(anna.email)
  expect(identified?.data).toMatchObject({ provider: 'srs', legislation: 'EIDAS', level: 'QES' })
  expect(JSON.stringify(identified)).not.toContain('1985')
})

test('a page that asks finds what the webhook lost', async () => {
  const anna = await anAskedPerson('ZERTES')
  await api.fault('intrum', 'webhook_lost')
  const begun = await api.call(zertes.auto.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(begun), 'success')
  await vi.waitFor(async () => {
    const { identification } = await api.call(zertes.auto.get, {}, anna.as)
    expect(identification?.appointmentStatus).toBe('activatingQES')
  }, patience)
})

test('an identification that is reviewed and then fails tells the sender nothing', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.self.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(begun), 'review-refused')
  const info = async () => (await api.call(eidas.self.get, {}, anna.as)).identification
  await vi.waitFor(async () => expect((await info())?.isUnderReview).toBe(true), patience)
  expect((await info())?.appointmentStatus).toBe('inprogress')
  await endReview(pageOf(begun))
  await vi.waitFor(async () => expect((await info())?.appointmentStatus).toBe('failure'), patience)
  expect((await info())?.failure?.code).toBe('not_identified')
  const mail = await api.inbox.next(anna.email, /couldn’t be verified/)
  expect(mail.links.join(' ')).toContain('/profile/signature-standards/eidas/self')
  const { items: events } = await api.call(getEvents, { params: { id: anna.request.id } }, ben.as)
  expect(events.map(({ type }) => type)).not.toContain('identified')
  // Another try is another identification.
  const again = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  expect(again.id).not.toBe(begun.id)
})

test('one at a time: the second is answered with the first, also of two at once', async () => {
  const anna = await anAskedPerson()
  const ask = () => api.call(eidas.video.create, { body: anna.asked }, anna.as)
  const [one, two] = await Promise.all([ask(), ask()])
  expect(two.id).toBe(one.id)
  expect(two.identUrl).toBe(one.identUrl)
  const other = await api.call(eidas.self.create, { body: anna.asked }, anna.as)
  expect([other.id, other.method]).toEqual([one.id, 'video'])
  // Under the other law it is another one.
  const swiss = await api.call(zertes.loc.create, { body: anna.asked }, anna.as)
  expect(swiss.id).not.toBe(one.id)
  const { identifications } = await api.call(calls.listIdentifications, {}, anna.as)
  expect(identifications.map(({ id }) => id)).toEqual([swiss.id, one.id])
})

test('what is missing is named; what is wrong is refused', async () => {
  const nobody = await api.person({ firstName: 'Nora' })
  const signers = [{ email: nobody.email }]
  const request = await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation: 'EIDAS', signers })
  const asked = { signatureRequestId: request.id }
  const create = (body: object) => api.ask(eidas.video.create, { body }, nobody.as)
  const fieldsOf = async (body: object) => {
    const reply = await create(body)
    return reply.ok ? [] : reply.error.fields?.map(({ field, code }) => `${field} ${code}`)
  }
  expect(await fieldsOf(asked)).toEqual(['mobile required'])
  expect(await fieldsOf({ ...asked, mobile: '079 123 45 67' })).toEqual(['mobile invalid_format'])
  const unasked = await create({ mobile: '+41791112233' })
  expect(unasked.ok || unasked.error.key).toBe('identification.not_covered')
  const stranger = await api.person({ firstName: 'Stella' })
  const notTheirs = await api.ask(eidas.video.create, { body: asked }, stranger.as)
  expect(notTheirs.ok || notTheirs.error.key).toBe('not_found')
  expect((await create({ ...asked, mobile: '+41 79 111 22 33' })).ok).toBe(true)
})

test('an account holder is told when identity verification replaces their mobile number', async () => {
  const anna = await anAskedPerson()
  const mobile = '+41791112244'
  const told = () => api.inbox.next(anna.email, /mobile number of your account was changed/)
  const typed = (await told()).text
  expect(typed).toContain(anna.mobile)
  expect(typed).toContain('restore your number in your profile')
  const begun = await api.call(eidas.video.create, { body: { ...anna.asked, mobile } }, anna.as)
  await endIdentification(pageOf(begun), 'success')
  const verified = (await told()).text
  expect(verified).toContain(mobile)
  // In the profile it is locked: the email advises what is possible.
  expect(verified).not.toContain('in your profile')
  expect(verified).toContain('verify your identity again')
  expect((await api.call(getUser, {}, anna.as)).attributes.mobile).toBe(mobile)
  const back = { body: { attributes: { mobile: anna.mobile } } }
  expect((await api.ask(updateUser, back, anna.as)).ok).toBe(false)
})

test('the person who types their email gives one up; what can be signed with is kept', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  const remove = (email: string) => api.ask(eidas.video.remove, { body: { email } }, anna.as)
  const wrong = await remove('other@example.org')
  expect(wrong.ok || wrong.error.fields?.[0]?.field).toBe('email')
  expect((await remove(anna.email)).ok).toBe(true)
  expect((await api.call(eidas.video.get, {}, anna.as)).identification).toBeNull()
  const gone = await remove(anna.email)
  expect(gone.ok || gone.error.key).toBe('not_found')
  // The provider forgets it too.
  await vi.waitFor(async () => expect((await fetch(pageOf(begun))).status).toBe(404), patience)

  const again = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(again), 'success')
  await vi.waitFor(async () => {
    const { appointmentStatus } = await api.call(eidas.video.get, {}, anna.as)
    expect(appointmentStatus).toBe('activatingQES')
  }, patience)
  await accept(anna)
  const kept = await remove(anna.email)
  expect(kept.ok || kept.error.key).toBe('identification.succeeded')
})

test('a verified number is replaced before the terms are accepted: by a new identification, once the first is given up', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(begun), 'success')
  const info = async () => (await api.call(eidas.video.get, {}, anna.as)).identification
  await vi.waitFor(async () => expect((await info())?.appointmentStatus).toBe('activatingQES'), patience)
  await api.call(eidas.video.remove, { body: { email: anna.email } }, anna.as)
  // Nothing proves the account's names and number any longer.
  expect((await api.call(getUser, {}, anna.as)).attributes.immutableEidFields).toEqual([])
  await vi.waitFor(async () => expect((await fetch(pageOf(begun))).status).toBe(404), patience)

  const mobile = '+41791112233'
  const again = await api.call(eidas.video.create, { body: { ...anna.asked, mobile } }, anna.as)
  expect(again.id).not.toBe(begun.id)
  await endIdentification(pageOf(again), 'success')
  await vi.waitFor(async () => expect((await info())?.evidence?.mobile).toBe(mobile), patience)
  await accept(anna)
  expect(await info()).toMatchObject({ appointmentStatus: 'success', failure: null })
  expect((await api.call(getUser, {}, anna.as)).attributes.mobile).toBe(mobile)
})

test('another name is identified: the account keeps its own until its holder takes the other over', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(begun), 'renamed')
  const info = async () => (await api.call(eidas.video.get, {}, anna.as)).identification
  await vi.waitFor(async () => expect((await info())?.evidence?.nameDiffers).toBe(true), patience)
  expect((await api.call(getUser, {}, anna.as)).lastName).toBe('Müller')
  const rename = { body: { lastName: 'Meier' } }
  expect((await api.ask(updateUser, rename, anna.as)).ok).toBe(true)

  const stranger = await api.person({ firstName: 'Stella' })
  const taken = { params: { id: begun.id } }
  expect((await api.ask(calls.adoptIdentifiedName, taken, stranger.as)).status).toBe(404)
  const business = await aBusiness(api, { admins: [anna] })
  await api.call(calls.adoptIdentifiedName, taken, anna.as)
  const log = { params: { id: business }, query: { type: 'member_changed' } }
  expect((await api.call(listAdministration, log, anna.as)).items).toMatchObject([
    { data: { before: { name: 'Anna Meier' }, after: { name: 'Anna Müller-Sandbox' } } },
  ])
  const user = await api.call(getUser, {}, anna.as)
  expect(user.lastName).toBe('Müller-Sandbox')
  expect((await info())?.evidence?.nameDiffers).toBe(false)
  expect((await api.ask(updateUser, rename, anna.as)).status).toBe(400)
})

test('a former verification, of another number, gives the account neither its name nor that number', async () => {
  const anna = await anAskedPerson()
  const [former, current] = ['+41791112255', '+41791112266']
  const begun = await api.call(eidas.video.create, { body: { ...anna.asked, mobile: former } }, anna.as)
  await endIdentification(pageOf(begun), 'renamed')
  const numberOf = async () => (await api.call(getUser, {}, anna.as)).attributes.mobile
  await vi.waitFor(async () => expect(await numberOf()).toBe(former), patience)

  const second = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'ZERTES',
    signers: [{ email: anna.email }],
  })
  const body = { signatureRequestId: second.id, mobile: current }
  const again = await api.call(zertes.video.create, { body }, anna.as)
  await endIdentification(pageOf(again), 'success')
  await vi.waitFor(async () => expect(await numberOf()).toBe(current), patience)
  const { identifications } = await api.call(calls.listIdentifications, {}, anna.as)
  expect(identifications.find(({ id }) => id === begun.id)?.failure?.code).toBe('means_changed')

  const adopting = { params: { id: begun.id } }
  expect((await api.ask(calls.adoptIdentifiedName, adopting, anna.as)).status).toBe(404)
  expect(await numberOf()).toBe(current)
})

test('the name that was typed is no evidence: the one that the provider found is', async () => {
  const mallory = await anAskedPerson()
  const body = { ...mallory.asked, firstName: 'Zoe', lastName: 'Zimmermann' }
  const begun = await api.call(eidas.video.create, { body }, mallory.as)
  await endIdentification(pageOf(begun), 'renamed')
  await vi.waitFor(async () => {
    const { items } = await api.call(getEvents, { params: { id: mallory.request.id } }, ben.as)
    const identified = items.find(({ type }) => type === 'identified')
    expect(identified?.actor).toMatchObject({ name: 'Zoe Zimmermann-Sandbox', email: mallory.email })
  }, patience)
})

test('the provider is away: nothing is left behind, and the next try goes well', async () => {
  const anna = await anAskedPerson()
  const usedBefore = (
    await api.context.pool.query("SELECT FROM throttles WHERE key LIKE 'identification:%' AND failures > 0")
  ).rowCount
  await api.fault('srs', 'status_503', 10)
  const down = await api.ask(eidas.video.create, { body: anna.asked }, anna.as)
  expect(down.ok || down.error.key).toBe('service.unavailable')
  // A page asks again on its own: what came to nothing uses none of the person's own tries up.
  const used = "SELECT FROM throttles WHERE key LIKE 'identification:%' AND failures > 0"
  expect((await api.context.pool.query(used)).rowCount).toBe(usedBefore)
  expect((await api.call(calls.listIdentifications, {}, anna.as)).identifications).toEqual([])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await vi.waitFor(
    async () => {
      expect((await api.ask(eidas.video.create, { body: anna.asked }, anna.as)).ok).toBe(true)
    },
    { timeout: 60_000, interval: 1000 },
  )
})

test('an appointment at an office that nobody pays for: booked, confirmed with its code, and good for ZertES', async () => {
  const carla = await aPersonWithMobile(api, { firstName: 'Carla', lastName: 'Rossi' })
  const begun = await api.call(zertes.loc.create, { body: {} }, carla.as)
  expect(begun).toMatchObject({ legislation: 'ZERTES', method: 'loc', provider: 'intrum' })
  const info = () => api.call(zertes.loc.get, {}, carla.as)
  const code = await bookAppointment(pageOf(begun))
  expect(code).toMatch(/^\d{6}$/)
  await vi.waitFor(async () => expect((await info()).appointmentStatus).toBe('inprogress'), patience)

  const wrong = code === '000000' ? '000001' : '000000'
  expect(await confirmAtOffice(pageOf(begun), wrong, 'success')).toContain('?office&wrong')
  expect((await info()).appointmentStatus).toBe('inprogress')
  const back = await confirmAtOffice(pageOf(begun), code, 'success')
  expect(new URL(back).pathname).toBe('/profile/signature-standards/zertes/loc')
  await vi.waitFor(async () => expect((await info()).appointmentStatus).toBe('activatingQES'), patience)
  await accept(carla)
  const { identification } = await info()
  expect(identification).toMatchObject({ appointmentStatus: 'success', evidence: { level: 'QES' } })
})

test('a smart card verifies an identity under either law, and no business is asked to pay', async () => {
  for (const [method, legislation] of [
    [eidas.externalSc, 'EIDAS'],
    [zertes.externalSc, 'ZERTES'],
  ] as const) {
    const anna = await anAskedPerson(legislation)
    const begun = await api.call(method.create, { body: anna.asked }, anna.as)
    expect(begun).toMatchObject({ legislation, method: 'external-sc' })
    await endIdentification(pageOf(begun), 'success')
    await vi.waitFor(async () => {
      const { identification } = await api.call(method.get, {}, anna.as)
      expect(identification).toMatchObject({
        appointmentStatus: 'activatingQES',
        evidence: { documentType: 'identity_card' },
      })
    }, patience)
    const paid = await api.context.pool.query('SELECT paid_by FROM identifications WHERE id = $1', [begun.id])
    expect(paid.rows).toEqual([{ paid_by: null }])
  }
  const others = await api.ask(
    zertes.video.create,
    { body: {} },
    (await aPersonWithMobile(api, { firstName: 'Dora' })).as,
  )
  expect(others.ok || others.error.key).toBe('identification.not_covered')
})

test('who pays, and what there is', async () => {
  expect(await api.call(calls.listIdentificationMethods, {})).toEqual({
    eidas: { free: ['id-austria', 'external-sc'], covered: ['video', 'self', 'id-austria'] },
    zertes: { free: ['loc', 'external-sc'], covered: ['video', 'loc', 'auto'] },
  })
  const anna = await anAskedPerson()
  expect(await api.call(calls.getCoverage, {}, anna.as)).toEqual({
    eidas: { covered: false, methods: ['id-austria', 'external-sc'] },
    zertes: { covered: false, methods: ['loc', 'external-sc'] },
  })
  const asked = { query: anna.asked }
  expect(await api.call(calls.getCoverage, asked, anna.as)).toEqual({
    eidas: { covered: true, methods: ['video', 'self', 'id-austria'] },
    zertes: { covered: false, methods: ['loc', 'external-sc'] },
  })
  expect((await api.call(calls.getCoverage, {}, ben.as)).eidas.covered).toBe(true)
  const pay = (as: string) => api.call(calls.payForIdentification, { params: { subject: 'zertes' } }, as)
  expect([await pay(ben.as), await pay(anna.as)]).toEqual([{ covered: true }, { covered: false }])
  const [sigId = ''] = anna.request.signatures.map(({ sid }) => sid)
  const method = await api.call(calls.getIdentMethod, { params: { id: anna.request.id, sigId } }, anna.as)
  expect(method).toMatchObject({ legislation: 'EIDAS', required: true, covered: true, identification: null })
  // The sender is not to know.
  const senders = await api.ask(calls.getIdentMethod, { params: { id: anna.request.id, sigId } }, ben.as)
  expect(senders.status).toBe(404)
})

test('the sender’s business pays while it waits for a signature that requires a verified identity', async () => {
  const create = async (person: { as: string }, request: { id: string }) => {
    const body = { signatureRequestId: request.id }
    const reply = await api.ask(eidas.video.create, { body }, person.as)
    return reply.ok || reply.error.key
  }
  const payment = ({ as, request }: { as: string; request: { id: string } }) =>
    api.call(calls.payForIdentification, { params: { subject: request.id } }, as)
  const withdrawn = await anAskedPerson()
  expect(await payment(withdrawn)).toEqual({ covered: true })
  const params = { id: withdrawn.request.id }
  await api.call(withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)
  expect(await payment(withdrawn)).toEqual({ covered: false })
  expect(await create(withdrawn, withdrawn.request)).toBe('identification.not_covered')

  const swiss = await anAskedPerson('ZERTES')
  expect(await create(swiss, swiss.request)).toBe('identification.not_covered')
  const [simple, advanced] = await Promise.all(
    (['SES', 'AES'] as const).map((quality) =>
      aSignatureRequest(api, { owner: ben, quality, signers: [{ email: swiss.email }] }),
    ),
  )
  if (!simple || !advanced) throw new Error('nobody was asked')
  expect(await create(swiss, simple)).toBe('identification.not_covered')
  expect(await create(swiss, advanced)).toBe(true)
})

test('an account takes its identifications with it; that there was one stays, and so does the evidence', async () => {
  const anna = await anAskedPerson()
  const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
  await endIdentification(pageOf(begun), 'success')
  await vi.waitFor(async () => {
    const { identification } = await api.call(eidas.video.get, {}, anna.as)
    expect(identification?.appointmentStatus).toBe('activatingQES')
  }, patience)
  const accountId = await idOf(anna)
  await api.call(deleteUser, { body: { password: anna.password } }, anna.as)
  const rows = await api.context.pool.query('SELECT 1 FROM identifications WHERE account_id = $1', [
    accountId,
  ])
  expect(rows.rowCount).toBe(0)
  const events = await api.context.pool.query<{ type: string; data: object }>(
    'SELECT type, data FROM identification_events WHERE identification_id = $1 ORDER BY id',
    [begun.id],
  )
  expect(events.rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['begun', 'succeeded', 'forgotten']),
  )
  expect(JSON.stringify(events.rows)).not.toMatch(/Anna|Müller|\+4179/)
  const { items: history } = await api.call(getEvents, { params: { id: anna.request.id } }, ben.as)
  expect(history.map(({ type }) => type)).toContain('identified')
})

test('the news of a success and the end of the account at once: nothing is left of either', async () => {
  for (let round = 0; round < 3; round += 1) {
    const anna = await anAskedPerson()
    const begun = await api.call(eidas.video.create, { body: anna.asked }, anna.as)
    const accountId = await idOf(anna)
    const evidence = {
      evidenceId: `e${round}`,
      level: 'QES',
      givenName: 'Anna',
      surname: 'Müller',
      birthDate: null,
      country: 'CH',
      mobile: anna.mobile,
      document: { kind: 'passport', number: 'X1', country: 'CH', expiresAt: null },
      approvalSerialNumber: null,
      identifiedAt: new Date().toISOString(),
    } as const
    const [deleted] = await Promise.all([
      api.ask(deleteUser, { body: { password: anna.password } }, anna.as),
      moveIdentification(api.context, begun.id, { status: 'success', evidence }),
    ])
    expect(deleted.ok).toBe(true)
    const { rows } = await api.context.pool.query(
      `SELECT a.mobile, a.immutable_fields AS proved, i.id FROM accounts a LEFT JOIN identifications i ON i.account_id = a.id
       WHERE a.id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ mobile: null, proved: [], id: null }])
  }
})
