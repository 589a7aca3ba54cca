import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { contactEnterprise } from '@countersign/contract/enterprise-contact.ts'
import { setIdentityProvider } from '@countersign/contract/identity-providers.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { loginWithSecondFactor } from '@countersign/contract/sessions.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import type { ReencryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { aBusiness } from '#api/testing/business.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { aChallenge, anApp, codeOf } from '#api/testing/second-factor.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { signingAddress } from '#api/signing/direct-links/signing-link.ts'
import { encryptedColumns as keyColumns } from '#api/providers/trust-service/local/key-store.ts'
import { find as findProvider, secretContext } from '#api/business/identity-providers/repository.ts'
import { withOwner } from '#api/platform/db/connect.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { submitContact } from '#api/business/enterprise-contact/submit-contact.ts'
import { encryptedColumns, shortLived } from './encrypted-columns.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
const database = await createTestDatabase()
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const aKey = () => randomBytes(32).toString('base64')

/** The same installation, started with these keys. */
async function startWith<T>(
  current: string,
  previous: string[],
  use: (api: TestApi) => Promise<T>,
): Promise<T> {
  const api = await startTestApi({
    enterpriseForm: true,
    database: { ...database, drop: async () => {} },
    environment: {
      COUNTERSIGN_DATA: folder,
      COUNTERSIGN_MASTER_KEY: current,
      COUNTERSIGN_PREVIOUS_MASTER_KEYS: previous.join(','),
    },
  })
  try {
    return await use(api)
  } finally {
    await api.stop()
  }
}

const contact = {
  name: 'Anna Keller',
  business: 'Lindenhof AG',
  email: 'anna@lindenhof.example',
  consent: true,
} as const
const waitingContacts = (api: TestApi) =>
  withOwner(api.connection, async (owner) => {
    const { rows } = await owner.query<{ payload: { id: string; encrypted: string }; attempts: number }>(
      `SELECT j.payload, j.attempts FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'submit-contact'`,
    )
    return rows
  })

/** Past the end of the test: no worker takes it meanwhile. */
const postponeContacts = (api: TestApi) =>
  withOwner(api.connection, (owner) =>
    owner.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day' WHERE attempts > 0`,
    ),
  )

/** Emails are sent meanwhile, and what they needed is removed. */
const countsOf = (columns: readonly ReencryptedColumn[]) =>
  columns
    .filter(({ table }) => table !== 'mails')
    .map(({ table, column, outdated }) => ({ table, column, outdated }))

test('the master key is replaced, and codes, API keys, links and signatures of before still work', async () => {
  const [first, second] = [aKey(), aKey()]
  const before = await startWith(first, [], async (api) => {
    const anna = await api.person({ firstName: 'Anna' })
    const app = await anApp(api, anna)
    const businessId = await aBusiness(api, { admins: [anna] })
    const program = await anApiUser(api, { admin: anna, businessId })
    const signers = [{ email: 'gabi@example.org', firstName: 'Gabi', lastName: 'Frei' }]
    const request = await aSignatureRequest(api, { owner: anna, signers })
    const guest = guestOf(linkIn(await api.inbox.next('gabi@example.org')))
    const body = { issuer: 'https://login.example', clientId: 'countersign', clientSecret: 'client secret' }
    await api.call(setIdentityProvider, { params: { id: businessId }, body }, anna.as)
    // It waits for a service that is away.
    await api.fault('enterprise_form', 'status_503', 10)
    await api.call(contactEnterprise, { body: contact }, anna.as)
    await expect.poll(async () => (await waitingContacts(api))[0]?.attempts).toBeGreaterThan(0)
    await postponeContacts(api)
    return { anna, app, businessId, program, request, guest }
  })
  const { anna, app, program, request, guest } = before
  const useAll = async (api: TestApi, code: string) => {
    const { challenge } = await aChallenge(api, anna)
    const { token } = await api.call(loginWithSecondFactor, { body: { challenge, code } })
    await api.call(loginApiUser, { body: { username: program.username, 'api-key': program.key } })
    return api.call(getSignatureRequest, { params: { id: request.id } }, `Bearer ${token}`)
  }

  await startWith(second, [first], async (api) => {
    await useAll(api, app.recoveryCodes[0] ?? '')
    const documentSignatures = request.documents.map(({ id }) => ({ documentId: id }))
    const signatureRequests = [{ signatureRequestId: request.id, documentSignatures }]
    await api.call(signDirect, { body: { signatureRequests } }, guest.as)
    const { db, masterKey } = api.context
    const installation = { connection: api.connection, db, masterKey: async () => masterKey, keyColumns }
    const run = (dryRun: boolean) => reencryptSecrets(installation, { dryRun })
    const found = await run(true)
    const outdated = countsOf(found).filter((column) => column.outdated > 0)
    expect(outdated.map((column) => column.table).toSorted()).toEqual([
      'authority_keys',
      'hash_keys',
      'identity_providers',
      'jobs',
      'second_factors',
      'signatures',
    ])
    // Counting changes nothing.
    expect(countsOf(await run(false))).toEqual(countsOf(found))
    expect((await run(true)).map((column) => column.outdated)).toEqual(found.map(() => 0))
    expect(found.flatMap((column) => column.unreadable)).toEqual([])
  })

  await startWith(second, [], async (api) => {
    const signed = await useAll(api, codeOf(app.secret))
    expect(signed.status_overall).toBe('SIGNED')
    for (const { payload } of await waitingContacts(api)) await submitContact(api.context, payload)
    const sent = await (await fetch(`${api.sandboxUrl}/api/enterprise-form`)).text()
    expect(sent).toContain(contact.business)
    const provider = await findProvider(api.context.db, before.businessId)
    const place = secretContext(before.businessId)
    const secret = decrypt(api.context.masterKey, provider?.clientSecretEncrypted ?? Buffer.of(), place)
    expect(Buffer.from(secret).toString()).toBe('client secret')
    const { rows } = await api.context.pool.query(
      `SELECT id, link_encrypted AS encrypted FROM signatures WHERE request_id = $1`,
      [request.id],
    )
    expect(signingAddress(api.context, request.id, { id: rows[0].id, link: rows[0] })).toContain(guest.secret)
  })

  const never = startWith(first, [], async () => 'started')
  await expect(never).rejects.toMatchObject({ name: 'DecryptionFailed' })
})

test('every encrypted column is encrypted again, or gone within a week', () => {
  const tables = readFileSync(new URL('../../platform/db/tables.ts', import.meta.url), 'utf8')
  const known = [
    ...[...keyColumns, ...encryptedColumns].map(({ table, column }) => `${table}.${column}`),
    ...shortLived,
  ]
  let table = ''
  const stored = tables.split('\n').flatMap((line) => {
    table = /^ {2}(\w+): \{/.exec(line)?.[1] ?? table
    const column = /(\w+_encrypted|private_key):/.exec(line)?.[1]
    return column ? [`${table}.${column}`] : []
  })
  expect(stored).toHaveLength(known.length - ['mails.input', 'idempotency_keys.answer'].length)
  expect(stored.filter((one) => !known.includes(one))).toEqual([])
})
