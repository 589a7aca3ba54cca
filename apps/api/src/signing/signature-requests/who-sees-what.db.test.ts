import { getSigningStatus } from '@countersign/contract/signing.ts'
import { setLogo } from '@countersign/contract/business-settings.ts'
import { updateBusiness, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anApiUser } from '#api/testing/api-user.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { type Person, startTestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type Field, fieldsOf } from '#api/testing/fields-of.ts'
import * as scenes from '#api/testing/request-scenes.ts'
import type { Cast, Reader, Scene } from '#api/testing/request-scenes.ts'

// Every field of a signature request as everyone reads it who has a part in it. Who gets which is written down here a
// second time, by hand. A field that the table doesn't know fails the test, and so does one that never has a value, but for
// the few that take more than these requests.

type Rule =
  | 'everyone'
  | 'owner'
  /** The owner, and those who are requested to make this signature. */
  | 'owner and signer'
  /** The owner, and the one who is making this signature. */
  | 'owner and acting'
  /** The one who is making this signature. */
  | 'acting'
  /** It is about the reader: the tests below the table say what it is. */
  | 'reader'

const each = (object: string, names: string) => names.split(' ').map((name) => `${object}.${name}`)
const follow = (rule: Rule, ...names: (string | string[])[]): Record<string, Rule> =>
  Object.fromEntries(names.flat().map((name) => [name, rule]))

/** Fields without a value in any of these requests: what is deleted, a company sign-in, a mailbox of a group, own fields. */
const notReached = [
  'retention.deleted_at',
  'signatures[].signing.step.method',
  'signatures[].signer_group.members[].delivery.message',
  'signatures[].document_signatures[].visual_signature.form_field',
  'signatures[].document_signatures[].fields[].form_field',
  'signatures[].signing.submitted.appearance[].visualSignatureId',
]

const fieldsOfSigner = 'signatures[].document_signatures[].fields[]'
const table: Record<string, Rule> = {
  ...follow(
    'everyone',
    'id title message quality legislation status_overall signing_url withdraw_message'.split(' '),
    'expiration_date created_at updated_at initiated_at completed_at'.split(' '),
    each('owner', 'email name'),
    each('business', 'id name logo.url logo.width logo.height supportContact.email supportContact.phone'),
    each('documents[]', 'id name version_id page_count size'),
    each('observers[]', 'id email'),
    each('attachments[]', 'id filename content_type size created_at'),
    each('retention', 'days counted_from delete_at'),
    each('signatures[]', 'sid role account_email has_account sequence notify language all_documents'),
    each('signatures[]', 'status_code signed_at signed_name decline_message'),
    each('signatures[].delegated_by', 'email name'),
    each('signatures[].signer_identity_data', 'email_address first_name last_name language'),
    each('signatures[].signer_group', 'id name version_id'),
    each('signatures[].signer_group.members[]', 'email name status'),
    'signatures[].document_signatures[].document_id',
    each('signatures[].document_signatures[].visual_signature.positions[]', 'page x y width height rotation'),
    each(fieldsOfSigner, 'id type label required read_only font_size tooltip alignment multiline max_length'),
    each(fieldsOfSigner, 'comb pattern options[].value options[].label'),
    each(`${fieldsOfSigner}.position`, 'page x y width height rotation'),
    each(`${fieldsOfSigner}.options[].position`, 'page x y width height rotation'),
  ),
  ...follow(
    'owner',
    each('mail_attachments', 'signed_document signature_protocol'),
    'signatures[].remind_again_at',
    each('signatures[].delivery', 'state message'),
    'signatures[].signer_group.members[].delivery.state',
  ),
  'signatures[].signer_identity_data.mobile_number': 'owner and signer',
  // Prefilled. What was signed is for everyone (signing/fields).
  [`${fieldsOfSigner}.value`]: 'owner and signer',
  ...follow('owner and acting', each('signatures[].signing', 'status error')),
  ...follow(
    'acting',
    each('signatures[].signing.step', 'kind id url expiresAt attemptsLeft resendsLeft resendAt'),
    each('signatures[].signing.step', 'destination revision'),
    each('signatures[].signing.submitted', 'name reason appearance[].documentId appearance[].kind'),
    each('signatures[].signing.submitted.fields[]', 'documentId id value'),
    `${fieldsOfSigner}.input`,
  ),
  ...follow(
    'reader',
    'observers[].is_viewer',
    each('signatures[]', 'is_viewer signer_group.members[].is_viewer'),
    each('viewer', 'role status deletion'),
    each(
      'viewer.can',
      'edit initiate sign decline withdraw remind delegate addObserver leave delete download',
    ),
    each('viewer.signing', 'quality legislation approval channel unmet[]'),
  ),
}

let cast: Cast
/** Of the owner's business, without a part in any request. */
let adele: Person
beforeAll(async () => {
  const api = await startTestApi()
  cast = await scenes.castOf(api)
  const { ben } = cast
  adele = await api.person({ firstName: 'Adele' })
  const params = { id: await aBusiness(api, { admins: [adele], members: [ben] }) }
  const supportContact = { email: 'help@lindenhof.example', phone: '+41 31 000 00 00' }
  await api.call(updateBusiness, { params, body: { supportContact } }, adele.as)
  await api.call(setLogo, { params, body: { image: await scenes.pictureOf() } }, adele.as)
  await api.call(activateRetention, { body: { days: 60, terminal_state: false } }, ben.as)
})
afterAll(() => cast?.api.stop())

const read = ({ id }: Scene, { as, isGuest }: Reader) =>
  cast.api.call(
    isGuest ? requests.getDirectSignatureRequest : requests.getSignatureRequest,
    { params: { id } },
    as,
  )

const signatureAt = (path: string) => Number(/^signatures\[(\d+)\]/.exec(path)?.[1] ?? -1)

/** By hand what the presenter decides. */
function mayRead(rule: Rule, reader: Reader, path: string): boolean {
  const index = signatureAt(path)
  const isOwner = reader.name === 'owner'
  if (rule === 'everyone') return true
  if (rule === 'owner') return isOwner
  if (rule === 'owner and signer') return isOwner || reader.own?.includes(index) === true
  return (isOwner && rule !== 'acting') || reader.acting?.includes(index) === true
}

/** What each reader got, by the field's path. */
async function answersIn(scene: Scene): Promise<[Reader, Map<string, Field>][]> {
  return Promise.all(
    [scene.owner, ...scene.others].map(async (reader) => {
      const fields = fieldsOf(await read(scene, reader))
      return [reader, new Map(fields.map((field) => [field.path, field]))]
    }),
  )
}

const met = new Set<string>()
/** Null somewhere: a field of the table, an object that has some of them, or one of those that are not reached. */
const metAsNull = new Set<string>()
const isObjectOfTable = (name: string) =>
  Object.keys(table).some((one) => one.startsWith(`${name}.`) || one.startsWith(`${name}[`))

describe('everyone gets the fields that are theirs to read, and no others', () => {
  test.each([
    ['that is open', scenes.anOpenScene],
    ['that a group signs', scenes.aGroupScene],
    ['that a group has declined', scenes.aDeclinedGroupScene],
    ['that was declined', scenes.aDeclinedScene],
    ['that was withdrawn', scenes.aWithdrawnScene],
  ])('of a request %s', async (_, setScene) => {
    const answers = await answersIn(await setScene(cast))
    const wrong: string[] = []
    const all = answers.flatMap(([, fields]) => [...fields.values()])
    for (const { name, value } of all) if (value === null) metAsNull.add(name)
    const known = new Map(all.flatMap((field) => (field.value === null ? [] : [[field.path, field]])))
    for (const { name, path, value } of known.values()) {
      met.add(name)
      const rule = table[name]
      if (!rule || rule === 'reader') continue
      for (const [reader, fields] of answers) {
        const expected = mayRead(rule, reader, path) ? value : null
        const seen = fields.get(path)?.value ?? null
        if (seen !== expected) wrong.push(`${reader.name}: ${path} is ${seen} instead of ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('and the table has every field, each with a value in one of these requests', () => {
    expect([...met].toSorted()).toEqual(Object.keys(table).toSorted())
    const unknown = [...metAsNull].filter((name) => !(name in table) && !isObjectOfTable(name))
    expect(unknown.toSorted()).toEqual(notReached.toSorted())
  })
})

describe('in a request that an API user of a business has sent', () => {
  test('a member reads what an observer does once the business shares it, and nothing that is the owner’s or a signer’s', async () => {
    const { api, anna, olga } = cast
    const admin = await api.person({ firstName: 'Ida' })
    const member = await api.person({ firstName: 'Mia' })
    const businessId = await aBusiness(api, { admins: [admin], members: [member] })
    const program = await anApiUser(api, { admin, businessId })
    const settings = { apiUsers: { sharedRequests: { enabled: true } } }
    await api.call(updateBusinessSettings, { params: { id: businessId }, body: { settings } }, admin.as)
    const signers = [{ ...anna, mobile: cast.mobiles.anna }, { email: 'carla.shared@example.org' }]
    const { id } = await api.call(
      createRequestV2,
      {
        body: {
          quality: 'SES',
          title: 'Lease',
          message: 'As discussed',
          content: aPdf().toString('base64'),
          attach_on_success: ['SIGNED_DOCUMENT'],
          cc_email_addresses: [olga.email],
          signatures: signers.map((signer) => ({
            account_email: signer.email,
            signer_identity_data: {
              email_address: signer.email,
              mobile_number: 'mobile' in signer ? signer.mobile : undefined,
            },
          })),
        },
      },
      program.as,
    )
    const fieldsFor = async (as: string) =>
      new Map(
        fieldsOf(await api.call(requests.getSignatureRequest, { params: { id } }, as)).map((field) => [
          field.path,
          field,
        ]),
      )
    const [seen, observed] = [await fieldsFor(member.as), await fieldsFor(olga.as)]
    const wrong = [...seen.values(), ...observed.values()].flatMap(({ name, path }) => {
      const [value, same] = [seen.get(path)?.value ?? null, observed.get(path)?.value ?? null]
      if (table[name] === 'reader') return []
      if (table[name] === 'everyone') return value === same ? [] : [`${path} is ${value} instead of ${same}`]
      return value === null ? [] : [`${path} is ${value}`]
    })
    expect(wrong).toEqual([])
    expect(seen.get('viewer.role')?.value).toBe('member')
    expect(seen.get('observers[0].is_viewer')?.value).toBe(false)
  })
})

describe('in an open request', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await scenes.anOpenScene(cast)
  })
  const everyReader = () => [scene.owner, ...scene.others]

  test('each reader is told what they are in it themselves', async () => {
    const seen = await Promise.all(
      everyReader().map(async (reader) => {
        const { viewer, signatures, observers } = await read(scene, reader)
        const allowed = Object.entries(viewer.can).flatMap(([act, may]) => (may ? [act] : []))
        return {
          name: reader.name,
          role: viewer.role,
          own: signatures.map((one) => one.is_viewer),
          observes: observers.map((one) => one.is_viewer),
          signsBy: viewer.signing?.approval ?? null,
          allowed: allowed.toSorted().join(' '),
        }
      }),
    )
    const signer = { role: 'signer', observes: [false], signsBy: 'TAN' }
    const none = [false, false, false]
    expect(seen).toEqual([
      {
        ...{ name: 'owner', role: 'owner', own: none, observes: [false], signsBy: null },
        allowed: 'addObserver download remind withdraw',
      },
      {
        ...{ name: 'anna', ...signer, own: [true, false, false] },
        allowed: 'addObserver decline delegate download sign',
      },
      {
        ...{ name: 'carla', ...signer, own: [false, true, false] },
        allowed: 'decline delegate download sign',
      },
      { name: 'willa', ...signer, own: [false, false, true], allowed: 'addObserver download' },
      {
        ...{ name: 'observer', role: 'observer', own: none, observes: [true], signsBy: null },
        allowed: 'download leave',
      },
    ])
  })

  test('someone without a part in it reads nothing, though they administer the sender’s business', async () => {
    for (const person of [adele, cast.gabi])
      expect(
        await cast.api.ask(requests.getSignatureRequest, { params: { id: scene.id } }, person.as),
      ).toMatchObject({ status: 404, error: { key: 'not_found' } })
    expect(await cast.api.ask(requests.getSignatureRequest, { params: { id: scene.id } })).toMatchObject({
      status: 401,
    })
  })

  /** The whole of what a reader is answered about the request, by all calls that only read. */
  async function allAnswers(reader: Reader): Promise<string> {
    const { as, isGuest } = reader
    const params = { id: scene.id }
    const answers = isGuest
      ? [
          await cast.api.ask(requests.getDirectEvents, { params }, as),
          await cast.api.ask(requests.getDirectLockStatus, { params }, as),
        ]
      : [
          await cast.api.ask(requests.listSignatureRequests, { query: {} }, as),
          await cast.api.ask(requests.getEvents, { params }, as),
          await cast.api.ask(requests.getSignatureRequestStatus, { params }, as),
          await cast.api.ask(requests.getLockStatus, { params }, as),
          ...(await Promise.all(
            (await read(scene, reader)).signatures.map(({ sid }) =>
              cast.api.ask(getSigningStatus, { params: { ...params, sigId: sid } }, as),
            ),
          )),
        ]
    return JSON.stringify([await read(scene, reader), ...answers])
  }

  test('no call gives away a mobile number, a personal link or an account’s id', async () => {
    const { rows: people } = await cast.api.context.pool.query<{ id: string }>('SELECT id FROM accounts')
    const links = scene.others.flatMap(({ as, isGuest }) =>
      isGuest ? [Buffer.from(as.slice('Basic '.length), 'base64').toString().split(':')[0] ?? ''] : [],
    )
    expect([people.length > 0, links.length]).toEqual([true, 1])
    const digits = (mobile: string) => mobile.slice('+41'.length)
    const told = await Promise.all(
      everyReader().map(async (reader) => {
        const answer = await allAnswers(reader)
        const found = Object.entries(cast.mobiles).flatMap(([name, one]) =>
          answer.includes(digits(one)) ? [name] : [],
        )
        const secrets = [...links, ...people.map(({ id }) => id)].filter((one) => answer.includes(one))
        return [reader.name, found, secrets]
      }),
    )
    expect(told).toEqual([
      ['owner', ['anna', 'willa', 'carla'], []],
      ['anna', ['anna'], []],
      ['carla', ['carla'], []],
      ['willa', ['willa'], []],
      ['observer', [], []],
    ])
  })

  test('the owner alone reads in the history from where someone acted', async () => {
    for (const reader of everyReader()) {
      const call = reader.isGuest ? requests.getDirectEvents : requests.getEvents
      const { items } = await cast.api.call(call, { params: { id: scene.id } }, reader.as)
      const from = items.filter(({ actor }) => actor.address !== null || actor.user_agent !== null)
      expect(from.length > 0).toBe(reader.name === 'owner')
    }
  })
})
