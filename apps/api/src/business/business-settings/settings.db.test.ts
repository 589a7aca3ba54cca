import { getReport } from '@countersign/contract/audit-trail.ts'
import * as calls from '@countersign/contract/business-settings.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import * as retention from '@countersign/contract/retention.ts'
import { sign } from '@countersign/contract/signing.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as groups from '@countersign/contract/signer-groups.ts'
import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

async function aCompany() {
  const [anna, ben, dora] = await Promise.all(
    ['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !dora) throw new Error('nobody came')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  return { anna, ben, dora, id, params: { id } }
}

const change = (id: string, settings: businesses.SettingsChange, as: string) =>
  api.call(businesses.updateBusinessSettings, { params: { id }, body: { settings } }, as)

/** Of a picture with more in it than what is to be seen. */
const aLogo = (width = 1600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: { create: { width: width / 2, height: height / 2, channels: 3, background: '#1d3f8f' } } },
    ])
    .withExif({ IFD0: { Copyright: 'hidden words' } })
    .jpeg()
    .toBuffer()
const base64 = async (picture: Promise<Buffer>) => (await picture).toString('base64')

test('a logo is decoded and written again, small, and is there for everybody who knows its address', async () => {
  const { anna, params } = await aCompany()
  const body = { image: await base64(aLogo()) }
  const { settings } = await api.call(calls.setLogo, { params, body }, anna.as)
  const { logo } = settings.companyBranding
  expect(logo?.width).toBe(600)
  expect(logo?.height).toBeLessThan(240)
  const answer = await fetch(api.url + logo?.url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const kept = Buffer.from(await answer.arrayBuffer())
  expect(kept.includes('hidden words')).toBe(false)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 600, height: logo?.height })

  await api.call(calls.deleteLogo, { params }, anna.as)
  expect((await fetch(api.url + logo?.url)).status).toBe(404)
})

test('what is no picture is refused, and so is anyone who may not', async () => {
  const { anna, ben, dora, params } = await aCompany()
  const set = async (image: string, as: string) => api.ask(calls.setLogo, { params, body: { image } }, as)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await set(svg.toString('base64'), anna.as)).toMatchObject({ error: { key: 'image.invalid' } })
  const good = await base64(aLogo(200, 200))
  expect(await set(good, ben.as)).toMatchObject({ status: 403, error: { key: 'business.not_allowed' } })
  expect(await set(good, dora.as)).toMatchObject({ status: 404 })
})

test('who changed what and when is told to the admins, and what is on since when', async () => {
  const { anna, ben, params } = await aCompany()
  await change(params.id, { signatureRequests: { part11: { enabled: true } } }, anna.as)
  await change(params.id, { signerGroups: { maxGroups: 3 }, affiliate: { enabled: true } }, anna.as)
  await api.call(calls.setLogo, { params, body: { image: await base64(aLogo(200, 200)) } }, anna.as)

  const { items, total_items } = await api.call(calls.listSettingsChanges, { params }, anna.as)
  expect(total_items).toBe(3)
  expect(items.map(({ by, changes, logo }) => ({ by: by?.email, changes, logo }))).toEqual([
    { by: anna.email, changes: [], logo: 'set' },
    {
      by: anna.email,
      changes: [
        { setting: 'signerGroups.maxGroups', before: null, after: 3 },
        { setting: 'affiliate.enabled', before: false, after: true },
      ],
      logo: null,
    },
    {
      by: anna.email,
      changes: [{ setting: 'signatureRequests.part11.enabled', before: false, after: true }],
      logo: null,
    },
  ])
  const { extras } = await api.call(calls.getCustomExtras, { params }, anna.as)
  const on = extras.filter(({ enabled }) => enabled).map(({ name, since }) => [name, since])
  expect(on).toEqual([
    ['part11', items[2]?.at],
    ['branding', items[0]?.at],
  ])
  expect(await api.ask(calls.listSettingsChanges, { params }, ben.as)).toMatchObject({ status: 403 })
})

test('a support contact is kept where it can be reached, and blanked where it cannot', async () => {
  const { anna, id, params } = await aCompany()
  const { settings } = await change(
    id,
    { supportContact: { email: 'help@lindenhof.example', phone: '+41 44 123 45 67' } },
    anna.as,
  )
  expect(settings.supportContact).toEqual({ email: 'help@lindenhof.example', phone: '+41441234567' })
  const blanked = await change(id, { supportContact: { email: 'help at lindenhof' } }, anna.as)
  expect(blanked.settings.supportContact).toEqual({ email: null, phone: '+41441234567' })
  const { items } = await api.call(calls.listSettingsChanges, { params }, anna.as)
  expect(items[0]?.changes).toEqual([
    { setting: 'supportContact.email', before: 'help@lindenhof.example', after: null },
  ])
})

test('the limits of signer groups hold for each member, and what was there before may stay', async () => {
  const { anna, ben, id } = await aCompany()
  const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.org` }))
  const keep = (count: number) =>
    api.ask(groups.createSignerGroup, { body: { name: 'Board', members: people(count) } }, ben.as)
  const first = await keep(60)
  if (!first.ok) throw new Error('it was not kept')
  await change(id, { signerGroups: { maxGroups: 2, maxParticipants: 5 } }, anna.as)
  const { limits } = await api.call(groups.listSignerGroups, {}, ben.as)
  expect(limits).toEqual({ maxGroups: 2, maxParticipants: 5 })
  expect(await keep(6)).toMatchObject({ error: { key: 'group.too_many_members' } })
  const both = await Promise.all([keep(5), keep(5)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const alter = (count: number, version: number) => {
    const at = { params: { id: first.body.id }, body: { members: people(count), version } }
    return api.ask(groups.updateSignerGroup, at, ben.as)
  }
  expect(await alter(61, 1)).toMatchObject({ error: { key: 'group.too_many_members' } })
  expect(await alter(59, 1)).toMatchObject({ ok: true })
})

test('the rule of auto-deletion of a business holds for what its members send; they cannot free it', async () => {
  const { anna, ben, id } = await aCompany()
  const own = { days: 30, terminal_state: false, existing: false }
  await api.call(retention.activateRetention, { body: own }, ben.as)
  await change(id, { signatureRequests: { retention: { enabled: true, days: 365 } } }, anna.as)
  const draft = await aDraft(api, { owner: ben })
  expect(draft.retention).toMatchObject({ days: 365, counted_from: 'terminal_state' })
  expect(await api.call(retention.getRetention, {}, ben.as)).toMatchObject({
    enabled: true,
    days: 365,
    business: 'Lindenhof AG',
    requests: 0,
  })
  for (const asked of [
    await api.ask(retention.activateRetention, { body: own }, ben.as),
    await api.ask(retention.deactivateRetention, { body: { release: true } }, ben.as),
  ])
    expect(asked).toMatchObject({ status: 409, error: { key: 'retention.set_by_business' } })

  // Once the business has none, the member's own is there again, and frees nothing of the business's.
  await change(id, { signatureRequests: { retention: { enabled: false } } }, anna.as)
  const mine = await aDraft(api, { owner: ben })
  expect(mine.retention).toMatchObject({ days: 30 })
  await api.call(retention.deactivateRetention, { body: { release: true } }, ben.as)
  const see = async (which: string) =>
    (await api.call(requests.getSignatureRequest, { params: { id: which } }, ben.as)).retention
  await expect.poll(() => see(mine.id)).toBeNull()
  expect(await see(draft.id)).toMatchObject({ days: 365 })
})

test('a business may keep visitors from being led to a trust service’s page', async () => {
  const { anna, ben, id } = await aCompany()
  const unmet = async () => {
    const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
    const sent = { owner: ben, quality: 'QES', legislation: 'EIDAS', signers: [{ email }] } as const
    const request = await aSignatureRequest(api, sent)
    const guest = guestOf(linkIn(await api.inbox.next(email)))
    const params = { id: request.id }
    const shown = await api.call(requests.getDirectSignatureRequest, { params }, guest.as)
    return shown.viewer.signing?.unmet
  }
  expect(await unmet()).not.toContain('not_offered')
  await change(id, { mabSettings: { directSign: { enabled: false } } }, anna.as)
  expect(await unmet()).toContain('not_offered')
})

test('the logo is in mails, on the signing page and in the protocol; the mail of the end brings the files', async () => {
  const { anna, ben, dora, id } = await aCompany()
  await api.call(calls.setLogo, { params: { id }, body: { image: await base64(aLogo()) } }, anna.as)
  const attachments = {
    signedDocument: { enabled: true, customisable: false },
    signatureProtocol: { enabled: true, customisable: true },
  }
  await change(id, { mailService: { attachments } }, anna.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: dora.email }] })
  const params = { id: request.id }
  const invitation = await api.inbox.next(dora.email)
  expect(invitation.html).toMatch(
    // As a mail program shows what the mail brings along.
    /<img src="data:image\/png;base64,[^"]+" width="\d+" height="56" alt="Lindenhof AG"/,
  )
  expect(invitation.text).toContain('on behalf of Lindenhof AG')
  // Who asks, from which address and for whom; an answer goes there.
  expect(invitation.text).toContain(`(${ben.email}) of Lindenhof AG has requested your signature`)
  expect(invitation.text).toMatch(new RegExp(`Replies to this email go to .*${ben.email}`))
  expect(invitation.replyTo).toBe(ben.email)
  expect(invitation.attachments).toMatchObject([{ filename: 'logo.png', contentType: 'image/png' }])
  const shown = await api.call(requests.getSignatureRequest, { params }, dora.as)
  expect(shown.business).toMatchObject({ id, name: 'Lindenhof AG', logo: { width: 600 } })

  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, dora.as)
  const end = await api.inbox.next(dora.email)
  expect(end.attachments.map(({ filename }) => filename)).toEqual([
    'logo.png',
    'Document 1.pdf',
    `${request.id}_protocol.pdf`,
  ])
  expect(end.text).toContain('attached to this email')
  const report = async (type: 'PDF' | 'HTML') => {
    const file = await api.call(getReport, { params, query: { type } }, ben.as)
    return Buffer.from(await file.arrayBuffer())
  }
  expect((await report('HTML')).toString()).toContain('src="data:image/png;base64,')
  const images = execFileSync('pdfimages', ['-list', '-'], { input: await report('PDF') }).toString()
  expect(images).toMatch(/\b600\b/)
})

test('files that the mail server finds too large stay out of the mail of the end, which says so', async () => {
  const { anna, ben, dora, id } = await aCompany()
  const attachments = {
    signedDocument: { enabled: true, customisable: false },
    signatureProtocol: { enabled: false, customisable: false },
  }
  await change(id, { mailService: { attachments } }, anna.as)
  const documents = [aPdf({ ballast: 8_000_000 })]
  const request = await aSignatureRequest(api, { owner: ben, documents, signers: [{ email: dora.email }] })
  await api.inbox.next(dora.email)
  await api.fault('smtp', 'size_limit', -1)
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, dora.as)
  const end = await api.inbox.next(dora.email)
  expect(end.text).toContain('The files are too large to attach. Use the button to open them.')
  expect(end.attachments).toEqual([])
  const shown = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  expect(shown.signatures.map(({ delivery }) => delivery?.state ?? null)).toEqual(['sent'])
})

test('an email of the end that brings the audit trail alone says so', async () => {
  const { anna, ben, dora, id } = await aCompany()
  const attachments = {
    signedDocument: { enabled: false, customisable: false },
    signatureProtocol: { enabled: true, customisable: false },
  }
  await change(id, { mailService: { attachments } }, anna.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: dora.email }] })
  await api.inbox.next(dora.email)
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, dora.as)
  const end = await api.inbox.next(dora.email)
  expect(end.attachments.map(({ filename }) => filename)).toEqual([`${request.id}_protocol.pdf`])
  expect(end.text).toContain('The audit trail is attached to this email.')
  expect(end.text).not.toContain('They are also attached')
})

test('the sender chooses what comes with the mail where the business lets them', async () => {
  const { anna, ben, dora, id } = await aCompany()
  const attachments = {
    signedDocument: { enabled: true, customisable: true },
    signatureProtocol: { enabled: false, customisable: false },
  }
  await change(id, { mailService: { attachments } }, anna.as)
  const end = async (chosen: { signed_document: boolean | null; signature_protocol: boolean | null }) => {
    const draft = await aDraft(api, { owner: ben, signers: [{ email: dora.email }] })
    const params = { id: draft.id }
    const body = { mail_attachments: chosen }
    const kept = await api.call(requests.updateSignatureRequest, { params, body }, ben.as)
    expect(kept.mail_attachments).toEqual(chosen)
    await api.call(requests.initiateSignatureRequest, { params }, ben.as)
    await api.inbox.next(dora.email)
    await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: draft.id }] } }, dora.as)
    return (await api.inbox.next(dora.email)).attachments.map(({ filename }) => filename)
  }
  expect(await end({ signed_document: null, signature_protocol: true })).toEqual(['Document 1.pdf'])
  expect(await end({ signed_document: false, signature_protocol: null })).toEqual([])
})
