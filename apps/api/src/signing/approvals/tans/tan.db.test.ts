import { updateDirectUser, updateUser } from '@countersign/contract/accounts.ts'
import { cancelApproval, checkTan, resendTan } from '@countersign/contract/approvals.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { getSigningStatus, sign, signDirect } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { expireRequests } from '#api/signing/signature-requests/ending/expire-requests.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ahead = 0
const said: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(line) })
  api = await startTestApi({ log, now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

const minutes = (count: number) => count * 60_000
let numbers = 0
const aNumber = () => `+4179${String(1_000_000 + (numbers += 1))}`

/** An account with a phone of its own. */
async function aSigner(firstName: string): Promise<Person & { mobile: string }> {
  const person = await api.person({ firstName })
  const mobile = aNumber()
  await api.call(updateUser, { body: { attributes: { mobile } } }, person.as)
  return { ...person, mobile }
}

function anAesRequest(signer: Person, title = 'Rental contract'): Promise<SignatureRequest> {
  const signers = [{ email: signer.email, firstName: signer.firstName, lastName: signer.lastName }]
  return aSignatureRequest(api, { owner: anna, title, quality: 'AES', signers })
}

async function aGuest(title = 'Offer') {
  const mobile = aNumber()
  const email = `gina${numbers}@guests.example`
  const { id } = await aSignatureRequest(api, {
    owner: anna,
    title,
    quality: 'AES',
    signers: [
      {
        email,
        signer_identity_data: {
          email_address: email,
          first_name: 'Gina',
          last_name: 'Rossi',
          mobile_number: mobile.replace('+', '00'),
        },
      },
    ],
  })
  const { as, secret } = guestOf(linkIn(await api.inbox.next(email)))
  return { id, as, mobile, secret }
}

const bodyFor = (...ids: string[]) => ({
  signatureRequests: ids.map((signatureRequestId) => ({ signatureRequestId })),
})

/** The next code that came to this phone. */
async function codeFor(mobile: string): Promise<string> {
  const { text } = await api.inbox.next(mobile, /^/)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

const repeated = (key: string, times: number) => Array.from({ length: times }, () => key)
const another = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

async function started(person: Person, ...ids: string[]) {
  const { signatures } = await api.call(sign, { body: { ...bodyFor(...ids), language: 'de' } }, person.as)
  const [first] = signatures
  if (!first?.step) throw new Error('There is nothing to approve')
  return { signatures, step: first.step, signatureId: first.signatureId }
}

const newest = (id: string, sigId: string, as: string): Promise<SigningStatus> =>
  api.call(getSigningStatus, { params: { id, sigId } }, as)

const statusOf = async (id: string) =>
  (await api.call(requests.getSignatureRequestStatus, { params: { id } }, anna.as)).status_overall

async function signedFile(request: SignatureRequest, as: string): Promise<Uint8Array> {
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, as)
  return new Uint8Array(await file.arrayBuffer())
}

test('an account signs with the code from its phone, in its own name, and outside validators agree', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  const { step, signatures } = await started(ben, request.id)
  expect(signatures).toMatchObject([{ status: 'OPEN', error: null }])
  expect(step).toMatchObject({
    kind: 'TAN',
    attemptsLeft: 5,
    resendsLeft: 3,
    destination: `${ben.mobile.slice(0, 3)} ** *** ** ${ben.mobile.slice(-2)}`,
  })
  const message = await api.inbox.next(ben.mobile, /^/)
  expect(message.text).toMatch(
    /^Countersign: \d{6} ist Ihr Code, um "Rental contract" zu unterschreiben\. Geben Sie ihn nie weiter\.$/,
  )
  const code = /\d{6}/.exec(message.text)?.[0] ?? ''
  // Typed as one reads it aloud.
  const tan = `${code.slice(0, 3)} ${code.slice(3)}`
  const answered = await api.call(sign, { body: { ...bodyFor(request.id), tan } }, ben.as)
  expect(answered.signatures).toMatchObject([{ status: 'SIGNED', error: null }])

  const pdf = await signedFile(request, anna.as)
  const anchors = await allAnchors(api.context)
  const report = validatePdf([pdf], { anchors, at: new Date() })
  const [signature] = report.signatures
  expect(report.overall).toBe('TOTAL_PASSED')
  expect(signature?.signer?.displayName).toContain(`Ben ${ben.lastName}`)
  expect(signature?.qualification.result).not.toMatch(/Q/)
  const outside = await checkOutside(pdf, await (await fetch(`${api.url}/pki/anchors.pem`)).text())
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(['ok', 'ok'])
  // It knows no document time-stamps, but looks at the signature itself.
  expect(outside.pdfsig[0]).toMatchObject({
    signature: 'Signature is Valid.',
    certificate: 'Certificate is Trusted.',
  })

  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, anna.as)
  const made = items.find(({ type }) => type === 'signed')
  const certificateSubject = JSON.stringify(made?.data.documents)
  expect(certificateSubject).toContain(`GN=Ben, SN=${ben.lastName}`)
  expect(certificateSubject).toContain(ben.mobile.slice(1))
  expect(JSON.stringify(items)).not.toContain(code)
})

test('a guest signs with the code to the number that the sender gave', async () => {
  const guest = await aGuest()
  const begun = await api.call(signDirect, { body: bodyFor(guest.id) }, guest.as)
  expect(begun.signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'TAN' } }])
  const code = await codeFor(guest.mobile)
  const wrong = await api.ask(checkTan, { body: { tan: another(code) } }, guest.as)
  expect(wrong).toMatchObject({ status: 400, error: { key: 'tan.invalid' } })
  const { signatures } = await api.call(checkTan, { body: { tan: code } }, guest.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  const request = await api.call(requests.getSignatureRequest, { params: { id: guest.id } }, anna.as)
  const { signatures: found } = validatePdf([await signedFile(request, anna.as)], {
    anchors: await allAnchors(api.context),
    at: new Date(),
  })
  expect(found[0]).toMatchObject({ indication: 'TOTAL_PASSED', level: 'B-LTA' })
  expect(found[0]?.signer?.displayName).toContain('Gina Rossi')
})

test('a code is recorded from where it was given, and not from where the signing was begun', async () => {
  const guest = await aGuest()
  const from = (device: string) => ({ 'user-agent': device })
  await api.call(signDirect, { body: bodyFor(guest.id) }, guest.as, from('Laptop'))
  await api.call(checkTan, { body: { tan: await codeFor(guest.mobile) } }, guest.as, from('Phone'))
  const params = { id: guest.id }
  const { items } = await api.call(requests.getEvents, { params }, anna.as)
  const devices = items.flatMap(({ type, actor }) =>
    actor.kind === 'link' ? [[type, actor.user_agent]] : [],
  )
  expect(devices).toEqual([
    ['signing_started', 'Laptop'],
    ['approval_given', 'Phone'],
    ['signed', 'Laptop'],
  ])
  const address = items.find(({ type }) => type === 'approval_given')?.actor.address
  const approvalIn = (events: typeof items) => events.find(({ type }) => type === 'signed')?.data['approval']
  expect(approvalIn(items)).toMatchObject({ kind: 'TAN', address })
  const shown = await api.call(requests.getDirectEvents, { params }, guest.as)
  expect(approvalIn(shown.items)).not.toHaveProperty('address')
})

test('a signature has the time at which its code was given, not that of the click', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  await started(ben, request.id)
  const tan = await codeFor(ben.mobile)
  // The click was six minutes ago.
  const earlier = "UPDATE signings SET created_at = created_at - interval '6 minutes' WHERE request_id = $1"
  await api.context.pool.query(earlier, [request.id])
  await api.call(sign, { body: { ...bodyFor(request.id), tan } }, ben.as)
  await expect.poll(() => statusOf(request.id)).toBe('SIGNED')
  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, anna.as)
  const given = items.find(({ type }) => type === 'approval_given')?.at ?? ''
  const file = Buffer.from(await signedFile(request, anna.as)).toString('latin1')
  expect(file).toContain(`/M (D:${given.slice(0, 19).replaceAll(/\D/g, '')}`)
})

test('one code is for all requests of a call, and for no other choice of them', async () => {
  const ben = await aSigner('Ben')
  const [one, two] = [await anAesRequest(ben, 'First'), await anAesRequest(ben, 'Second')]
  await started(ben, one.id, two.id)
  const code = await codeFor(ben.mobile)
  const alone = await api.ask(sign, { body: { ...bodyFor(one.id), tan: code } }, ben.as)
  expect(alone).toMatchObject({ status: 409, error: { key: 'approval.over' } })
  const { signatures } = await api.call(sign, { body: { ...bodyFor(two.id, one.id), tan: code } }, ben.as)
  expect(signatures.map(({ status }) => status)).toEqual(['SIGNED', 'SIGNED'])
  expect(await api.inbox.list(ben.mobile)).toHaveLength(1)
})

test('five wrong codes lock it, in parallel too; then it can be signed again', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  const { signatureId } = await started(ben, request.id)
  const code = await codeFor(ben.mobile)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      api.ask(sign, { body: { ...bodyFor(request.id), tan: another(code, index + 1) } }, ben.as),
    ),
  )
  const keys = guesses.map((guess) => (guess.ok ? 'signed' : guess.error.key))
  expect(keys.toSorted()).toEqual([...repeated('tan.invalid', 4), ...repeated('tan.locked', 8)])
  // The right one comes too late.
  const late = await api.ask(sign, { body: { ...bodyFor(request.id), tan: code } }, ben.as)
  expect(late).toMatchObject({ error: { key: 'tan.locked' } })
  expect(await newest(request.id, signatureId, ben.as)).toMatchObject({
    status: 'ERROR',
    error: 'tan_locked',
  })
  const { rows } = await api.context.pool.query<{ failures: number }>(
    'SELECT a.failures FROM approvals a JOIN signings s ON s.approval_id = a.id WHERE s.request_id = $1',
    [request.id],
  )
  expect(rows).toEqual([{ failures: 5 }])

  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, anna.as)
  const refused = items.filter(({ type }) => type === 'code_refused')
  expect(refused.map(({ data }) => data.attemptsLeft)).toEqual([4, 3, 2, 1, 0])
  expect(refused[0]?.actor).toMatchObject({ kind: 'account', email: ben.email, address: '127.0.0.1' })
  expect(items.find(({ type }) => type === 'code_sent')).toMatchObject({
    actor: { kind: 'system' },
    data: { channel: 'sms', destination: expect.stringMatching(/^\+41 \*\* \*\*\* \*\* \d\d$/) },
  })

  await started(ben, request.id)
  const tan = await codeFor(ben.mobile)
  const again = await api.call(sign, { body: { ...bodyFor(request.id), tan } }, ben.as)
  expect(again.signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('it is sent again three times, two minutes apart; the wrong tries stay counted, and only the last code is right', async () => {
  const guest = await aGuest()
  await api.call(signDirect, { body: bodyFor(guest.id) }, guest.as)
  const first = await codeFor(guest.mobile)
  for (const by of [1, 2]) await api.ask(checkTan, { body: { tan: another(first, by) } }, guest.as)
  const soon = await api.ask(resendTan, { body: {} }, guest.as)
  expect(soon).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(60)
  let last = first
  for (const left of [2, 1, 0]) {
    ahead += 125_000
    const { signatures } = await api.call(resendTan, { body: {} }, guest.as)
    expect(signatures[0]?.step).toMatchObject({ attemptsLeft: 3, resendsLeft: left })
    last = await codeFor(guest.mobile)
  }
  ahead += 125_000
  const fourth = await api.ask(resendTan, { body: {} }, guest.as)
  expect(fourth).toMatchObject({ status: 409, error: { key: 'tan.no_more_resends' } })
  if (first !== last)
    expect(await api.ask(checkTan, { body: { tan: first } }, guest.as)).toMatchObject({
      error: { key: 'tan.invalid' },
    })
  // Certificates and time-stamps are of the real hour.
  ahead = 0
  const { signatures } = await api.call(checkTan, { body: { tan: last } }, guest.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('after eight minutes the code is worth nothing, and the request is free again', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  const { signatureId } = await started(ben, request.id)
  const tan = await codeFor(ben.mobile)
  ahead = minutes(8) + 1000
  const late = await api.ask(sign, { body: { ...bodyFor(request.id), tan } }, ben.as)
  expect(late).toMatchObject({ status: 409, error: { key: 'tan.expired' } })
  expect(await newest(request.id, signatureId, ben.as)).toMatchObject({
    status: 'ERROR',
    error: 'tan_expired',
  })
  ahead = 0
  expect((await started(ben, request.id)).step.attemptsLeft).toBe(5)
})

test('a code that is out when its signer declines, or the time of the request is over, ends with the request', async () => {
  const ben = await aSigner('Ben')
  const decline = (id: string) =>
    api.call(requests.declineSignatureRequest, { params: { id }, body: { message: '' } }, ben.as)
  const expire = async (id: string) => {
    await api.context.pool.query('UPDATE signature_requests SET expires_at = now() WHERE id = $1', [id])
    await expireRequests(api.context)
  }
  for (const end of [decline, expire]) {
    const { id } = await anAesRequest(ben)
    const { signatureId } = await started(ben, id)
    await end(id)
    expect(await newest(id, signatureId, ben.as)).toMatchObject({ error: 'request.not_open', step: null })
  }
})

test('while a code is out nothing is corrected; a signer who delegates then leaves the signature free for the next', async () => {
  const [ben, carl] = [await aSigner('Ben'), await aSigner('Carl')]
  const { id } = await anAesRequest(ben)
  await started(ben, id)
  // What Ben is about to approve stays as it is, but only while he is.
  const correction = { params: { id }, body: { title: 'Another title' } }
  expect(await api.ask(requests.updateSignatureRequest, correction, anna.as)).toMatchObject({
    status: 423,
    error: { key: 'signing.locked' },
  })
  const body = { email: carl.email, message: '' }
  await api.call(requests.delegateSignature, { params: { id }, body }, ben.as)
  expect((await started(carl, id)).step).toMatchObject({ kind: 'TAN', attemptsLeft: 5 })
})

test('a gateway that is away is tried again; away for longer, the signer hears of it', async () => {
  const ben = await aSigner('Ben')
  const [soon, never] = [await anAesRequest(ben, 'Soon'), await anAesRequest(ben, 'Never')]
  await api.fault('sms', 'status_503', 4)
  const { step } = await started(ben, soon.id)
  const tan = await codeFor(ben.mobile)
  const { signatures } = await api.call(sign, { body: { ...bodyFor(soon.id), tan } }, ben.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])

  await api.fault('sms', 'status_503', 9)
  const { signatureId } = await started(ben, never.id)
  ahead = minutes(1)
  await expect
    .poll(async () => (await newest(never.id, signatureId, ben.as)).error, { interval: 100 })
    .toBe('service_unavailable')
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  expect(await api.inbox.list(ben.mobile)).toHaveLength(1)
  // Who knows its id may stop it at the verification host.
  const notSent = said.filter((line) => line.includes('a code was not sent'))
  expect(notSent.length).toBeGreaterThan(0)
  expect(said.filter((line) => line.includes(step.id))).toEqual([])
})

test('a number that takes no messages ends it at once', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  await api.fault('sms', 'reject_recipient', 1)
  const { signatureId } = await started(ben, request.id)
  await expect
    .poll(async () => (await newest(request.id, signatureId, ben.as)).error)
    .toBe('mobile_signing_failed')
})

test('where the business lets it, the code goes to an address at its domain, and the certificate names that', async () => {
  const carla = await api.person({ firstName: 'Carla', email: `carla.${Date.now()}@firm.example` })
  const owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query(
    `WITH business AS (INSERT INTO businesses (name, email, settings) VALUES ('Firm AG', $1, $2) RETURNING id)
     INSERT INTO business_members (account_id, business_id, role)
     SELECT accounts.id, business.id, 'member' FROM accounts, business WHERE accounts.email = $1`,
    [carla.email, JSON.stringify({ aesForBusiness: { enabled: true, domains: ['firm.example'] } })],
  )
  await owner.end()
  const request = await anAesRequest(carla)
  await api.inbox.next(carla.email, /Rental contract/)
  const { step } = await started(carla, request.id)
  expect(step.destination).toBe('c***@firm.example')
  const { text, subject } = await api.inbox.next(carla.email, /Code/)
  const tan = /^Code: (\d{6})$/m.exec(text)?.[1] ?? ''
  expect(subject).toBe(`${tan} ist Ihr Code, um «Rental contract» zu unterschreiben`)
  const { signatures } = await api.call(sign, { body: { ...bodyFor(request.id), tan } }, carla.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, anna.as)
  const made = JSON.stringify(items.find(({ type }) => type === 'signed')?.data)
  expect(made).toContain(`GN=Carla, SN=${carla.lastName}`)
  expect(made).not.toContain('telephoneNumber')
})

test('another one’s code, and another one’s approval, are none', async () => {
  const [ben, carla] = [await aSigner('Ben'), await aSigner('Carla')]
  const request = await anAesRequest(ben)
  const { step } = await started(ben, request.id)
  const tan = await codeFor(ben.mobile)
  const asCarla = await api.ask(sign, { body: { ...bodyFor(request.id), tan } }, carla.as)
  expect(asCarla).toMatchObject({ status: 409, error: { key: 'approval.over' } })
  const cancelled = await api.ask(cancelApproval, { params: { id: step.id } }, carla.as)
  expect(cancelled).toMatchObject({ status: 404 })
  const other = await aGuest()
  expect(await api.ask(checkTan, { body: { tan } }, other.as)).toMatchObject({ status: 404 })
  expect(await statusOf(request.id)).toBe('OPEN')
})

test('neither code nor number lie open in the database, and no job carries them', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  const { step } = await started(ben, request.id)
  const code = await codeFor(ben.mobile)
  const { rows } = await api.context.pool.query<{ row: string }>(
    'SELECT row_to_json(a)::text AS row FROM approvals a WHERE id = $1',
    [step.id],
  )
  for (const text of [code, ben.mobile, ben.mobile.slice(1)]) {
    expect(rows[0]?.row).not.toContain(text)
    expect(rows[0]?.row).not.toContain(Buffer.from(text).toString('hex'))
  }
})

test('a phone is sent only so many codes an hour', async () => {
  const ben = await aSigner('Ben')
  const request = await anAesRequest(ben)
  const { rows } = await api.context.pool.query<{ count: string }>('SELECT count(*) FROM throttles')
  expect(Number(rows[0]?.count)).toBeGreaterThan(0)
  for (let round = 0; round < 12; round += 1) {
    const { step } = await started(ben, request.id)
    await api.call(cancelApproval, { params: { id: step.id } }, ben.as)
  }
  const more = await api.ask(sign, { body: bodyFor(request.id) }, ben.as)
  expect(more).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(1000)
})

test('where one person signs twice in a request, a code counts for the signature that the call names', async () => {
  const ben = await aSigner('Ben')
  const asBen = { email: ben.email, firstName: ben.firstName, lastName: ben.lastName }
  const request = await aSignatureRequest(api, { owner: anna, quality: 'AES', signers: [asBen, asBen] })
  const [first = '', second = ''] = request.signatures.map(({ sid }) => sid)
  const signNamed = (signatureId: string, tan?: string, signingReason?: string) => ({
    body: { signatureRequests: [{ signatureRequestId: request.id, signatureId, signingReason }], tan },
  })
  const codeOf = async (signatureId: string) => {
    await api.call(sign, signNamed(signatureId), ben.as)
    return codeFor(ben.mobile)
  }
  const [codeOfFirst, codeOfSecond] = [await codeOf(first), await codeOf(second)]
  const asked = (signatureId: string, code: string, reason?: string) =>
    api.ask(sign, signNamed(signatureId, code, reason), ben.as)
  // The wrong one of the two: it counts for the signature that is named, and nothing is signed.
  expect(await asked(first, codeOfSecond, 'As agreed')).toMatchObject({ error: { key: 'tan.invalid' } })
  expect((await newest(request.id, second, ben.as)).step).toMatchObject({ attemptsLeft: 5 })
  expect(await asked(first, codeOfFirst)).toMatchObject({
    body: { signatures: [{ signatureId: first, status: 'SIGNED' }] },
  })
  expect(await newest(request.id, second, ben.as)).toMatchObject({
    status: 'OPEN',
    submitted: { reason: null },
  })
  expect(await asked(second, codeOfSecond)).toMatchObject({
    body: { signatures: [{ signatureId: second, status: 'SIGNED' }] },
  })
})

test('a signer who entered too many wrong codes gets no more for a day; the person they delegate to does', async () => {
  const guest = await aGuest()
  for (let round = 0; round < 3; round += 1) {
    await api.call(signDirect, { body: bodyFor(guest.id) }, guest.as)
    const code = await codeFor(guest.mobile)
    for (const by of [1, 2, 3, 4, 5]) await api.ask(checkTan, { body: { tan: another(code, by) } }, guest.as)
  }
  const tooOften = await api.ask(signDirect, { body: bodyFor(guest.id) }, guest.as)
  expect(tooOften).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })

  const [email, mobile] = [`lena${numbers}@guests.example`, aNumber()]
  const successor = { email, first_name: 'Lena', last_name: 'Meier' }
  await api.call(requests.delegateSignature, { params: { id: guest.id }, body: successor }, guest.as)
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  await api.call(updateDirectUser, { body: { attributes: { mobile } } }, as)
  const { signatures } = await api.call(signDirect, { body: bodyFor(guest.id) }, as)
  expect(signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'TAN', attemptsLeft: 5 } }])
  const tan = await codeFor(mobile)
  const signed = await api.call(checkTan, { body: { tan } }, as)
  expect(signed.signatures).toMatchObject([{ status: 'SIGNED' }])
})
