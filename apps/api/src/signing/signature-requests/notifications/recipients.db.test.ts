import { addAttachment } from '@countersign/contract/attachments.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { expireRequests } from '../ending/expire-requests.ts'
import { lookInto, orderOf, someEmail } from '#api/testing/request-actions.ts'

let api: TestApi
let owner: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  owner = await api.person({ firstName: 'Olga', lang: 'en' })
  anna = await api.person({ firstName: 'Anna', lang: 'de' })
})
afterAll(() => api?.stop())
const { asGuest } = lookInto(() => api)

/** The participants of a row's request, and those whom the action adds. */
type Somebody = 'owner' | 'anna' | 'guest' | 'later' | 'watcher' | 'newcomer'
type Told = Partial<Record<Somebody, string>>

interface Scene {
  readonly request: SignatureRequest
  readonly emails: Readonly<Record<Somebody, string>>
  readonly params: { readonly id: string }
  /** The newcomer's email. */
  readonly email: string
  readonly sidOf: (who: Somebody) => string
  readonly guest: () => Promise<string>
}

const message = { message: '' }

/** Each action, and the one email that each person concerned gets for it. Anyone not named gets none. */
const table: Record<string, { act: (scene: Scene) => Promise<unknown>; told: Told }> = {
  'a signer is added': {
    act: ({ params, email }) =>
      api.call(requests.addSignature, { params, body: { account_email: email, language: 'it' } }, owner.as),
    told: { newcomer: 'invitation it' },
  },
  'a signer removed': {
    act: ({ params, sidOf }) =>
      api.call(requests.removeSignature, { params: { ...params, sigId: sidOf('guest') } }, owner.as),
    told: { guest: 'withdrawn fr' },
  },
  'a signer who was not asked yet removed': {
    act: ({ params, sidOf }) =>
      api.call(requests.removeSignature, { params: { ...params, sigId: sidOf('later') } }, owner.as),
    told: {},
  },
  'an observer is added': {
    act: ({ params, email }) => api.call(addObserver, { params, body: { email } }, owner.as),
    told: { newcomer: 'observer_invited en' },
  },
  'an observer removed': {
    act: ({ params, request }) =>
      api.call(removeObserver, { params: { ...params, obs: request.observers[0]?.id ?? '' } }, owner.as),
    told: {},
  },
  'it is corrected': {
    act: ({ params }) =>
      api.call(requests.updateSignatureRequest, { params, body: { title: 'Put right' } }, owner.as),
    told: { anna: 'changed de', guest: 'changed fr', watcher: 'changed en' },
  },
  'a file is added': {
    act: ({ params }) =>
      api.call(addAttachment, { params, body: { filename: 'a.txt', content: 'QQ==' } }, owner.as),
    told: {},
  },
  'a signature is delegated': {
    act: async ({ params, email, guest }) =>
      api.call(requests.delegateSignature, { params, body: { email, language: 'it' } }, await guest()),
    told: { owner: 'delegated en', newcomer: 'invitation it' },
  },
  'the signers are reminded': {
    act: ({ params }) => api.call(requests.remindSigners, { params, body: {} }, owner.as),
    told: { anna: 'reminder de', guest: 'reminder fr' },
  },
  'somebody signs, and others are missing': {
    act: ({ request }) => api.call(sign, orderOf(request.id), anna.as),
    told: { owner: 'request_signed en' },
  },
  'the last of a turn signs': {
    act: async ({ request, guest }) => {
      await api.call(sign, orderOf(request.id), anna.as)
      await api.call(signDirect, orderOf(request.id), await guest())
    },
    told: { owner: 'request_signed en, request_signed en', later: 'invitation en' },
  },
  'somebody declines': {
    act: ({ params }) => api.call(requests.declineSignatureRequest, { params, body: message }, anna.as),
    told: { owner: 'declined en', guest: 'declined fr', watcher: 'declined en' },
  },
  'it is withdrawn': {
    act: ({ params }) => api.call(requests.withdrawSignatureRequest, { params, body: message }, owner.as),
    told: { anna: 'withdrawn de', guest: 'withdrawn fr', watcher: 'withdrawn en' },
  },
  'its time is over': {
    act: async ({ request }) => {
      await api.context.pool.query(
        "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
        [request.id],
      )
      await expireRequests(api.context)
    },
    told: {
      owner: 'expired en',
      anna: 'expired de',
      guest: 'expired fr',
      watcher: 'expired en',
    },
  },
  'it is used as a new draft': {
    act: ({ params }) => api.call(requests.copySignatureRequest, { params }, owner.as),
    told: {},
  },
}

/** An open request: Anna and a guest are asked, someone is when they have signed, and someone looks on. */
async function aScene(): Promise<Scene> {
  const [guest, later, watcher, newcomer] = ['guest', 'later', 'watcher', 'newcomer'].map(someEmail) as [
    string,
    string,
    string,
    string,
  ]
  const emails = { owner: owner.email, anna: anna.email, guest, later, watcher, newcomer }
  const sent = await aSignatureRequest(api, {
    owner,
    signers: [
      { email: anna.email, sequence: 0 },
      { email: guest, sequence: 0, language: 'fr' },
      { email: later, sequence: 1 },
    ],
  })
  const params = { id: sent.id }
  const request = await api.call(addObserver, { params, body: { email: watcher } }, owner.as)
  const emailOf = (one: SignatureRequest['signatures'][number]) => one.signer_identity_data.email_address
  return {
    request,
    emails,
    params,
    email: newcomer,
    sidOf: (who) => request.signatures.find((one) => emailOf(one) === emails[who])?.sid ?? '',
    guest: () => asGuest(guest),
  }
}

/** The requests of the rows before: changed files are announced a minute later, while another row may be at work. */
const earlier: string[] = []

/** The mails that were written for these people, by their ids. */
async function mailsTo(emails: Scene['emails']): Promise<Map<string, { to: string; what: string }>> {
  const { rows } = await api.context.pool.query<{ id: string; to: string; what: string }>(
    `SELECT id, recipient AS to, kind || ' ' || language AS what FROM mails
     WHERE recipient = ANY($1) AND (request_id IS NULL OR request_id <> ALL($2)) ORDER BY created_at, id`,
    [Object.values(emails), earlier],
  )
  return new Map(rows.map(({ id, ...mail }) => [id, mail]))
}

test.each(Object.keys(table))('%s: those concerned are told once, in their language', async (name) => {
  const { act, told } = table[name] ?? { act: () => Promise.reject(new Error('no such row')), told: {} }
  const scene = await aScene()
  const before = await mailsTo(scene.emails)
  await act(scene)
  const written = [...(await mailsTo(scene.emails))].filter(([id]) => !before.has(id))
  const found = Object.fromEntries(
    Object.entries(scene.emails).flatMap(([who, email]) => {
      const mails = written.filter(([, { to }]) => to === email).map(([, { what }]) => what)
      return mails.length > 0 ? [[who, mails.join(', ')]] : []
    }),
  )
  expect(found).toEqual(told)
  earlier.push(scene.request.id)
})
