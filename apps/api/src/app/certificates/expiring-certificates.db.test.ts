import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { announceExpiry } from './announce-expiry.ts'
import { expiringCertificates, listCertificates } from './expiring-certificates.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
}, 60_000)
afterAll(() => api?.stop())

const day = 86_400_000
const uses = (found: readonly { use: string }[]) => [...new Set(found.map(({ use }) => use))]

test('the ends of the certificates of the authority, timestamps and trust services are known', async () => {
  const all = await listCertificates(api.context)
  expect(uses(all)).toEqual(['authority', 'timestamps', 'trust service'])
  expect(all.filter(({ use }) => use === 'timestamps').map(({ name }) => name)).toContain(
    `${api.sandboxUrl}/tsa2`,
  )
  for (const { endsAt, subject } of all) {
    expect(endsAt.getTime()).toBeGreaterThan(Date.now())
    expect(subject).toMatch(/=/)
  }
})

test('the certificate of an authority is named by its address, without the user and the query', async () => {
  const { config } = api.context
  const timestampAuthorities = config.timestampAuthorities.map((authority) => ({
    ...authority,
    url: `${authority.url.replace('//', '//countersign:a-password@')}?key=of-the-query`,
  }))
  const found = await listCertificates({ config: { ...config, timestampAuthorities }, db: null })
  expect(found.map(({ name }) => name)).toContain(`${api.sandboxUrl}/tsa2`)
  expect(JSON.stringify(found)).not.toMatch(/a-password|of-the-query/)
})

test('a certificate is announced in the log 30 days ahead, and not before', async () => {
  const all = await listCertificates(api.context)
  const [next] = all.toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
  const end = next?.endsAt.getTime() ?? 0
  const lines: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) })
  const announceAt = (at: number) => announceExpiry({ ...api.context, log, now: () => new Date(at) })
  expect(await announceAt(end - 31 * day)).toBe(0)
  expect(lines).toEqual([])
  expect(await announceAt(end - 29 * day)).toBeGreaterThan(0)
  expect(lines.join('')).toContain('"msg":"a certificate expires soon"')
  expect(lines.join('')).toContain(JSON.stringify(next?.name))
  lines.length = 0
  await announceAt(end + day)
  expect(lines.join('')).toContain('"msg":"a certificate has expired"')
})

test('what does not answer is left out, and the rest is found', async () => {
  const config = {
    ...api.context.config,
    publicUrl: 'https://127.0.0.1:1',
    timestampAuthorities: [{ url: 'http://127.0.0.1:1' }],
  }
  const found = await expiringCertificates({ config, db: null }, new Date('2999-01-01'))
  expect(uses(found)).toEqual(['trust service'])
})
