import { getReport } from '@countersign/contract/audit-trail.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvidenceFile } from '#api/evidence/evidence-file.ts'
import { verifyEvidenceFile } from '#api/evidence/verify-evidence-file.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { lookInto, someEmail } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField, fieldAt } from '#api/testing/signer-fields.ts'

let api: TestApi
let anna: Person
let ben: Person
let willa: Person
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben', lang: 'en' })
  willa = await api.person({ firstName: 'Willa' })
})
afterAll(() => api?.stop())
const { breaks, eventsOf } = lookInto(() => api)

type Update = NonNullable<Parameters<typeof api.call<typeof requests.updateSignatureRequest>>[1]['body']>
const correct = (id: string, body: Update, as = ben.as) =>
  api.call(requests.updateSignatureRequest, { params: { id }, body }, as)

const read = (id: string, as = ben.as) => api.call(requests.getSignatureRequest, { params: { id } }, as)
const events = async (id: string, as = ben.as) =>
  (await api.call(requests.getEvents, { params: { id } }, as)).items
const corrections = async (id: string, as = ben.as) =>
  (await events(id, as)).filter(({ type }) => type === 'changed')

/** The signers as they are, each field as `change` makes it. */
function signersWith(
  { signatures }: SignatureRequest,
  change: (field: SignerFieldInput) => SignerFieldInput[] = (field) => [field],
) {
  return signatures.map(
    ({ sid, signer_identity_data, sequence, all_documents, language, document_signatures }) => ({
      sid,
      signer_identity_data,
      sequence,
      all_documents,
      language,
      document_signatures: document_signatures.map(({ document_id, visual_signature, fields }) => ({
        document_id,
        visual_signature: visual_signature && { positions: visual_signature.positions },
        fields: fields.flatMap(change),
      })),
    }),
  )
}

const aLease = (fields: SignerFieldInput[], owner = ben) =>
  aSignatureRequest(api, {
    owner,
    title: 'Lease',
    signers: [{ email: anna.email, fields }, { email: willa.email }],
  })

async function trail(id: string, type: 'HTML' | 'JSON', as = ben.as): Promise<string> {
  const file = await api.call(getReport, { params: { id }, query: { type } }, as)
  return file.text()
}

test('a corrected value and a moved field are in the evidence as they were and as they are', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: '1500' }), aField(1, { label: 'Flat' })])
  const moved = fieldAt(4).position
  const signatures = signersWith(sent, (field) =>
    field.label === 'Rent' ? [{ ...field, value: '1800', position: moved }] : [field],
  )
  await correct(sent.id, { signatures })
  const [event] = await corrections(sent.id)
  const documentId = sent.documents[0]?.id
  expect(event).toMatchObject({ actor: { email: ben.email }, at: expect.any(String) })
  expect(event?.data).toMatchObject({
    fields: ['signers'],
    signers: [
      {
        email: anna.email,
        fields: ['documents'],
        documents: [
          {
            documentId,
            kind: 'changed',
            changes: {},
            fields: [
              {
                id: 'field-0',
                label: 'Rent',
                kind: 'changed',
                changes: {
                  value: { before: { value: '1500' }, after: { value: '1800' } },
                  place: { before: { page: 0, y: 60 }, after: { page: 0, y: moved.y } },
                },
              },
            ],
          },
        ],
      },
    ],
  })
  const html = await trail(sent.id, 'HTML')
  expect(html).toContain(`${anna.email} · ${sent.documents[0]?.name} · Rent · Prefilled value: 1500 → 1800`)
  expect(html).toContain('Rent · Position: page 1 (320, 60; 160 × 20) → page 1 (320, 180; 160 × 20)')
  const { userList } = JSON.parse(await trail(sent.id, 'JSON')) as {
    userList: { userActions: { changes: object[] }[] }[]
  }
  expect(userList.flatMap(({ userActions }) => userActions.flatMap(({ changes }) => changes))).toContainEqual(
    expect.objectContaining({
      fieldId: 'field-0',
      name: 'value',
      before: expect.objectContaining({ value: '1500' }),
      after: expect.objectContaining({ value: '1800' }),
    }),
  )
  expect(await breaks()).toEqual([])
})

test('what a signer sees of a corrected value: their own, and of others that it was corrected', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: 'Secret 1' })])
  await correct(sent.id, {
    signatures: signersWith(sent, (field) => [{ ...field, value: 'Secret 2' }]),
  })
  const own = JSON.stringify(await corrections(sent.id, anna.as))
  expect(own).toContain('Secret 1')
  expect(own).toContain('Secret 2')
  expect(JSON.stringify(await corrections(sent.id, willa.as))).not.toContain('Secret')
  expect(await trail(sent.id, 'HTML', willa.as)).toMatch(/Rent · [^<]*: [^<→]+ → [^<]+/)
  expect(await trail(sent.id, 'HTML', willa.as)).not.toContain('Secret')
  // Nobody can find a short value by trying: the event has no salt.
  expect(JSON.stringify(await eventsOf(sent.id))).not.toContain('Secret')
  const params = { id: sent.id }
  const delegate = someEmail('delegate')
  await api.call(requests.delegateSignature, { params, body: { email: delegate, message: '' } }, anna.as)
  const stranger = await lookInto(() => api).asGuest(delegate)
  const { items } = await api.call(requests.getDirectEvents, { params }, stranger)
  expect(items.map(({ type }) => type)).toContain('changed')
  expect(JSON.stringify(items)).not.toContain('Secret')
})

test('fields that are added and removed, and signature fields, are in the evidence with all that they were', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: '1500', required: true })])
  const signatures = signersWith(sent, () => [aField(7, { label: 'Deposit', value: '3000' })])
  const [first] = signatures[0]?.document_signatures ?? []
  const position = { page: '0', x: 50, y: 500, width: 140, height: 50 }
  if (first) first.visual_signature = { positions: [{ ...position, rotation: 0 }] }
  await correct(sent.id, { signatures })
  const [event] = await corrections(sent.id)
  const signers = event?.data['signers'] as { documents: object[] }[] | undefined
  const nothing = sent.signatures[0]?.document_signatures[0]?.visual_signature?.positions.length ? 1 : 0
  expect(signers?.[0]?.documents).toMatchObject([
    {
      changes: { places: { before: nothing ? [{}] : null, after: [{ x: 50, y: 500, width: 140 }] } },
      fields: [
        {
          id: 'field-7',
          kind: 'added',
          changes: {
            label: { before: null, after: 'Deposit' },
            value: { before: null, after: { value: '3000' } },
          },
        },
        {
          id: 'field-0',
          kind: 'removed',
          changes: { required: { before: true, after: null }, value: { before: { value: '1500' } } },
        },
      ],
    },
  ])
})

test('signers who are added and removed are in the history and the audit trail with their name and email', async () => {
  const [tom, uma] = [someEmail('tom'), someEmail('uma')]
  const signers = [{ email: anna.email }, { email: tom, firstName: 'Tom', lastName: 'אברהם' }]
  const sent = await aSignatureRequest(api, { owner: ben, signers })
  const sigId = sent.signatures[1]?.sid ?? ''
  await api.call(requests.removeSignature, { params: { id: sent.id, sigId } }, ben.as)
  const signer_identity_data = { email_address: uma, first_name: 'Uma', last_name: 'Frei' }
  await api.call(requests.addSignature, { params: { id: sent.id }, body: { signer_identity_data } }, ben.as)
  const of = async (type: string) => (await events(sent.id)).findLast((event) => event.type === type)?.data
  expect(await of('signer_removed')).toEqual({ signatureId: sigId, email: tom, name: 'Tom אברהם' })
  expect(await of('signer_added')).toMatchObject({ email: uma, name: 'Uma Frei' })
  const html = await trail(sent.id, 'HTML')
  expect(html).toContain(`\u2068Tom אברהם\u2069 · ${tom}`)
  expect(html).toContain(`Uma Frei · ${uma}`)
  // Two right-to-left values with an arrow between them would change places.
  await correct(sent.id, { title: 'הסכם שכירות' })
  await correct(sent.id, { title: 'חוזה' })
  expect(await trail(sent.id, 'HTML')).toContain('\u2068הסכם שכירות\u2069 → \u2068חוזה\u2069')
})

test('a signer who is replaced: the evidence has both, and the new one doesn’t see what the former was prefilled with', async () => {
  const right = someEmail('right')
  const sent = await aLease([aField(0, { type: 'NAME', label: 'Name', value: 'Anna Vogelsang' })])
  const [signer, ...others] = signersWith(sent)
  const signer_identity_data = { email_address: right, mobile_number: '+41791234567' }
  const document_signatures = signer?.document_signatures.map(({ document_id, visual_signature }) => ({
    document_id,
    visual_signature,
  }))
  await correct(sent.id, {
    signatures: [{ ...signer, signer_identity_data, document_signatures }, ...others],
  })
  const [event] = await corrections(sent.id)
  expect(event?.data['signers']).toMatchObject([
    {
      replaces: sent.signatures[0]?.sid,
      changes: {
        email: { before: anna.email, after: right },
        mobile: { before: null, after: { value: '+41791234567' } },
      },
      documents: [{ fields: [{ changes: { value: { before: { value: 'Anna Vogelsang' }, after: null } } }] }],
    },
  ])
  const params = { id: sent.id }
  const guest = await lookInto(() => api).asGuest(right)
  const { items } = await api.call(requests.getDirectEvents, { params }, guest)
  const seen = JSON.stringify(items.filter(({ type }) => type === 'changed'))
  expect(seen).toContain('+41791234567')
  expect(seen).not.toContain('Vogelsang')
})

test('the deadline, the message and what the last email brings along are there before and after', async () => {
  const sent = await aLease([])
  const expiration_date = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const mail_attachments = { signed_document: true, signature_protocol: null }
  await correct(sent.id, { message: 'Sign soon.', expiration_date, mail_attachments })
  const [event] = await corrections(sent.id)
  expect(event?.data).toMatchObject({
    fields: ['message', 'expiresAt', 'signedDocument'],
    changes: {
      message: { before: sent.message || null, after: 'Sign soon.' },
      expiresAt: { before: sent.expiration_date, after: expiration_date },
      signedDocument: { before: null, after: 'true' },
    },
  })
  expect(await trail(sent.id, 'HTML')).toContain('→ Sign soon.')
})

test('a correction that changes nothing is not recorded', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: '1500' })])
  await correct(sent.id, { title: sent.title, message: sent.message, signatures: signersWith(sent) })
  expect(await corrections(sent.id)).toEqual([])
})

test('hundreds of corrected fields take several events of bounded size, and none is missing', async () => {
  const long = 'x'.repeat(900)
  const fields = Array.from({ length: 300 }, (_, index) =>
    aField(index % 20, { id: `f${index}`, label: `F ${index}`, tooltip: 'A', value: `${index}` }),
  )
  const sent = await aLease(fields)
  const signatures = signersWith(sent, (field) => [
    { ...field, tooltip: 'B'.repeat(200), value: long, position: fieldAt(3, 100).position },
  ])
  await correct(sent.id, { signatures })
  const found = await corrections(sent.id)
  const ids = found.flatMap(({ data }) =>
    (data['signers'] as { documents: { fields: { id: string }[] }[] }[]).flatMap(({ documents }) =>
      documents.flatMap((one) => one.fields.map(({ id }) => id)),
    ),
  )
  expect(ids.toSorted()).toEqual(fields.map(({ id }) => id ?? '').toSorted())
  expect(found.length).toBeGreaterThan(1)
  const kept = (await eventsOf(sent.id)).filter(({ type }) => type === 'changed')
  for (const { data } of kept) expect(JSON.stringify(data).length).toBeLessThan(130_000)
  expect(await breaks()).toEqual([])
})

test('auto-deletion removes corrected values; the evidence still proves that they were corrected', async () => {
  const rita = await api.person({ firstName: 'Rita' })
  await api.call(activateRetention, { body: { days: 30, terminal_state: true } }, rita.as)
  const sent = await aLease([aField(0, { label: 'Rent', value: 'Secret 1' })], rita)
  await correct(
    sent.id,
    { signatures: signersWith(sent, (field) => [{ ...field, value: 'Secret 2' }]) },
    rita.as,
  )
  expect(JSON.stringify(await corrections(sent.id, rita.as))).toContain('Secret 1')
  const params = { id: sent.id }
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: '' } }, rita.as)
  const due = Date.parse((await read(sent.id, rita.as)).retention?.delete_at ?? '')
  for (const hours of [-160, -20, 1])
    await applyRetention({ ...api.context, now: () => new Date(due + hours * 3_600_000) })
  const [event] = await corrections(sent.id, rita.as)
  expect(JSON.stringify(event)).toContain('commitment')
  expect(JSON.stringify(event)).not.toContain('Secret')
  const { rowCount } = await api.context.pool.query('SELECT FROM committed_values WHERE request_id = $1', [
    sent.id,
  ])
  expect(rowCount).toBe(0)
  expect(await breaks()).toEqual([])
})

test('a forged value and a forged entry break the check, of the database and of the evidence file', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: '1500' })])
  await correct(sent.id, { signatures: signersWith(sent, (field) => [{ ...field, value: '1800' }]) })
  const file = await api.call(getReport, { params: { id: sent.id }, query: { type: 'EVIDENCE' } }, ben.as)
  const text = await file.text()
  expect(verifyEvidenceFile(readEvidenceFile(text)).breaks).toEqual([])
  expect(text).toContain('"value":"1500"')
  const forged = readEvidenceFile(text.replace('"value":"1500"', '"value":"9999"'))
  expect(verifyEvidenceFile(forged).breaks).toMatchObject([{ kind: 'changed' }])
  const other = readEvidenceFile(text.replace('"label":"Rent"', '"label":"Rest"'))
  expect(verifyEvidenceFile(other).breaks).toMatchObject([{ kind: 'changed' }])

  const where = 'WHERE request_id = $1 AND value = $2'
  const forge = (from: string, to: string) =>
    api.context.pool.query(`UPDATE committed_values SET value = $3 ${where}`, [
      sent.id,
      JSON.stringify(from),
      JSON.stringify(to),
    ])
  await forge('1500', '9999')
  expect(await breaks()).toMatchObject([{ requestId: sent.id, kind: 'changed' }])
  await forge('9999', '1500')
  expect(await breaks()).toEqual([])
})

test('a commitment has one value: no part of it can be moved into the salt', async () => {
  const sent = await aLease([aField(0, { label: 'Rent', value: 'not "1500"' })])
  await correct(sent.id, { signatures: signersWith(sent, (field) => [{ ...field, value: '1800' }]) })
  const file = await api.call(getReport, { params: { id: sent.id }, query: { type: 'EVIDENCE' } }, ben.as)
  const content = JSON.parse(await file.text()) as { values: { salt: string; value: string }[] }
  expect(verifyEvidenceFile(readEvidenceFile(JSON.stringify(content))).breaks).toEqual([])
  // The hash stays the same: it is over the same bytes.
  const values = content.values.map((one) =>
    one.value === 'not "1500"'
      ? {
          ...one,
          salt: Buffer.concat([Buffer.from(one.salt, 'base64'), Buffer.from('"not \\')]).toString('base64'),
          value: '1500"',
        }
      : one,
  )
  expect(values).not.toEqual(content.values)
  const forged = readEvidenceFile(JSON.stringify({ ...content, values }))
  expect(verifyEvidenceFile(forged).breaks).toMatchObject([{ kind: 'changed' }])
})
