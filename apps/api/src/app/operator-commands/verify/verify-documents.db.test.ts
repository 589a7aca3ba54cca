import { rename, utimes, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { operate } from '../testing/operate.ts'

let api: TestApi
let hashes: string[]
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  const ben = await api.person({ firstName: 'Ben' })
  const documents = ['One', 'Two', 'Three', 'Four'].map((title) => aPdf({ title }))
  await aDraft(api, { owner: ben, documents })
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents ORDER BY sha256',
  )
  hashes = rows.map(({ sha256 }) => sha256)
})
afterAll(() => api?.stop())

const verify = (...args: string[]) => operate(['verify', 'documents', ...args], api.environment)
const prune = (...args: string[]) => operate(['prune', ...args], api.environment)
async function verdict(...args: string[]) {
  const { status, output } = await verify('--json', ...args)
  return { status, ...(JSON.parse(output) as Record<string, unknown>) }
}
/** As if it had been written two days ago. */
async function age(sha256: string): Promise<void> {
  const at = Date.now() / 1000 - 2 * 86_400
  await utimes(await api.context.documentStore.file(sha256), at, at)
}

test('documents that are all there are valid, as a whole and as a sample', async () => {
  const whole = await verify()
  expect(whole).toMatchObject({ status: 0, errors: '' })
  expect(whole.output).toMatch(/^✓ 4 documents checked, [\d.]+ MB: all are in the store/)
  expect(await verdict('--sample', '3')).toMatchObject({
    status: 0,
    isValid: true,
    checked: 3,
    unreferenced: null,
  })
  expect(await verdict('--sample', '99')).toMatchObject({ checked: 4 })
  expect(await verdict('--since', '2999-01-01')).toMatchObject({ status: 0, checked: 0 })
  expect(await verdict('--since', '2020-01-01')).toMatchObject({ checked: 4 })
})

test('a missing and a damaged document are named, with what needs them', async () => {
  const { documentStore } = api.context
  const [missing = '', damaged = ''] = hashes
  const [path, other] = [await documentStore.file(missing), await documentStore.file(damaged)]
  await rename(path, `${path}.away`)
  await rename(other, `${other}.away`)
  await writeFile(other, 'something else')
  const { rows } = await api.context.pool.query<{ id: string }>(
    'SELECT id FROM documents WHERE sha256 = $1',
    [missing],
  )
  expect(await verdict()).toMatchObject({
    status: 1,
    isValid: false,
    checked: 4,
    bad: expect.arrayContaining([
      {
        sha256: missing,
        problem: 'missing',
        reason: expect.any(String),
        references: [`document ${rows[0]?.id}`],
      },
      expect.objectContaining({ sha256: damaged, problem: 'damaged' }),
    ]),
  })
  const { status, output } = await verify()
  expect(status).toBe(1)
  expect(output).toContain(`✗ missing: ${missing}`)
  expect(output).toContain('2 are missing or damaged')
  await rename(`${path}.away`, path)
  await rename(`${other}.away`, other)
})

test('a document that is in the trash by mistake comes back, and is counted', async () => {
  const [sha256 = ''] = hashes
  await api.context.documentStore.remove(sha256)
  expect(await verdict()).toMatchObject({ status: 0, restored: 1 })
  expect(await api.context.documentStore.has(sha256)).toBe(true)
})

test('files that nothing refers to are reported, and only prune --yes moves them to the trash', async () => {
  const { sha256 } = await api.context.documentStore.write(Buffer.from('left by an upload'))
  expect(await verdict()).toMatchObject({ unreferenced: { count: 0, total: 5 } })
  // One of them is new, and nothing is said of it.
  expect((await verify()).output).toContain(
    '✓ 5 files in the store: the database refers to each that is older than a day',
  )
  await age(sha256)
  expect(await verdict()).toMatchObject({ status: 0, unreferenced: { count: 1, total: 5, hashes: [sha256] } })
  expect((await prune()).output).toMatch(/^1 of 5 files would be moved to the trash; 0 in the trash/)
  expect(await api.context.documentStore.has(sha256)).toBe(true)
  const done = await prune('--yes', '--json')
  expect([done.status, JSON.parse(done.output)]).toEqual([0, { removed: 1, isDone: true }])
  expect(await api.context.documentStore.has(sha256)).toBe(false)
})

test('a store of another installation is neither valid nor cleaned up', async () => {
  const { documentStore, installation } = api.context
  await documentStore.writeNote('installation', crypto.randomUUID())
  expect(await verdict()).toMatchObject({ status: 1, isValid: false, belongsTogether: false })
  const { status, errors } = await prune('--yes')
  expect(status).toBe(1)
  expect(errors).toContain('belong to different installations')
  await documentStore.writeNote('installation', installation.id)
})

test('more than a tenth of the files at once are refused, and the plan says so', async () => {
  const { documentStore } = api.context
  const left = Array.from({ length: 51 }, (_, index) => documentStore.write(Buffer.from(`left ${index}`)))
  const written = await Promise.all(left)
  await Promise.all(written.map(({ sha256 }) => age(sha256)))
  expect((await prune()).output).toContain('The clean-up would refuse')
  const { status, errors } = await prune('--yes')
  expect(status).toBe(1)
  expect(errors).toMatch(/^The clean-up moves nothing to the trash: no document refers to 51 of 55 files/)
  expect((await prune('--yes', '--expect', '50')).status).toBe(1)
  expect(await prune('--yes', '--expect', 'all')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('--expect all'),
  })
  const done = await prune('--yes', '--expect', '51', '--json')
  expect([done.status, JSON.parse(done.output)]).toEqual([0, { removed: 51, isDone: true }])
})

test('every document is checked however many have the same content', async () => {
  const { documentStore, pool } = api.context
  const contents = Array.from({ length: 1100 }, (_, index) =>
    documentStore.write(Buffer.from(`copy ${index}`)),
  )
  const stored = (await Promise.all(contents)).map(({ sha256 }) => sha256).toSorted()
  const [first = '', last = ''] = [stored[0], stored.at(-1)]
  // A thousand documents with the content that is the first in the order of the hashes.
  await pool.query(
    `INSERT INTO documents (id, root_id, kind, owner_id, name, title, content_type, size, sha256, page_count, pages)
     SELECT d.id, d.id, 'upload', a.id, 'Copy.pdf', 'Copy', 'application/pdf', 8, d.sha256, 1, '[]'
     FROM (SELECT gen_random_uuid() AS id, sha256 FROM unnest($1::text[]) AS given (sha256)) AS d, accounts a`,
    [[...stored, ...Array.from({ length: 1000 }, () => first)]],
  )
  expect(await verdict()).toMatchObject({ status: 0, checked: hashes.length + stored.length })
  await documentStore.remove(last)
  await documentStore.emptyTrash(new Date(Date.now() + 86_400_000), async () => false)
  expect(await verdict()).toMatchObject({
    status: 1,
    bad: [expect.objectContaining({ sha256: last, problem: 'missing' })],
  })
})

test('wrong arguments are refused', async () => {
  for (const wrong of [['--since', 'yesterday'], ['--sample', 'some'], ['--sample', '0'], ['more']])
    expect((await verify(...wrong)).status).toBe(2)
})
