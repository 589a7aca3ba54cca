import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import { currentCrl } from '#api/providers/trust-service/local/status.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApp } from '#api/testing/second-factor.ts'

const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ environment: { COUNTERSIGN_MASTER_KEY: first } })
})
afterAll(() => api?.stop())

const keys = (args: string[], environment: Record<string, string> = {}) =>
  operate(['keys', ...args], {
    DATABASE_URL: api.environment['DATABASE_URL'] ?? '',
    PUBLIC_URL: api.url,
    COUNTERSIGN_MASTER_KEY: first,
    ...environment,
  })

test('an operator replaces the signing key and revokes the one in use; the running product signs with the new one', async () => {
  const refused = await keys(['replace', 'service'])
  expect(refused).toMatchObject({ status: 2 })
  expect(refused.errors).toContain('Add --yes to confirm.')
  expect((await keys(['replace', 'root', '--yes'])).status).toBe(2)
  expect((await keys(['replace', 'service', '--revoke', 'lost', '--yes'])).status).toBe(2)

  const elsewhere = await keys(['replace', 'service', '--yes'], { PUBLIC_URL: 'https://elsewhere.example' })
  expect(elsewhere).toMatchObject({ status: 2 })
  expect(elsewhere.errors).toContain('PUBLIC_URL, or PORT, is another one')

  const replaced = await keys(['replace', 'service', '--revoke', 'key-compromise', '--yes'])
  expect(replaced.output).toContain('service-2 is in use')
  expect(replaced.output).toContain('service-1 is revoked (key-compromise).')
  await expect.poll(async () => (await api.context.authority.current('service')).name).toBe('service-2')

  const listed = await keys(['list', '--json'])
  const states = (JSON.parse(listed.output) as { keys: { name: string; state: string }[] }).keys
  expect(states).toContainEqual(expect.objectContaining({ name: 'service-1', state: 'revoked' }))
  expect(states).toContainEqual(expect.objectContaining({ name: 'service-2', state: 'in use' }))
  expect(states).toContainEqual(expect.objectContaining({ name: 'root-1', state: 'in use' }))
}, 300_000)

test('an operator revokes a key that was replaced before, and no other one', async () => {
  await keys(['replace', 'ocsp', '--yes'])
  const revoke = (name: string) => keys(['revoke', name, '--reason', 'key-compromise', '--yes'])
  expect(await keys(['revoke', 'ocsp-1', '--yes'])).toMatchObject({ status: 2 })
  const refused = {
    'ocsp-2': 'is in use: replace it with keys replace ocsp --revoke',
    'ocsp-3': 'There is no key ocsp-3',
    'issuing-1': 'only keys of service and ocsp can',
  }
  for (const [name, reason] of Object.entries(refused))
    expect(await revoke(name)).toMatchObject({ status: 1, errors: expect.stringContaining(reason) })
  const selfSigned = await keys(['replace', 'demo', '--revoke', 'key-compromise', '--yes'])
  expect(selfSigned).toMatchObject({ status: 2, errors: expect.stringContaining('its own issuer') })

  expect((await revoke('ocsp-1')).output).toContain('ocsp-1 is revoked (key-compromise).')
  expect((await revoke('ocsp-1')).errors).toContain('ocsp-1 was revoked before.')
  const { output } = await keys(['list', '--json'])
  const listed = (JSON.parse(output) as { keys: { name: string; state: string; serialNumber: string }[] })
    .keys
  const revoked = listed.find(({ name }) => name === 'ocsp-1')
  expect(revoked).toMatchObject({ state: 'revoked' })
  const list = await currentCrl(api.context.authority, 'issuing')
  expect(Buffer.from(list).toString('hex')).toContain(revoked?.serialNumber ?? 'none')
}, 300_000)

test('secrets are encrypted again with a new master key, which may be in a file, and neither key is printed', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id } = await anApp(api, anna)
  const file = join(api.context.config.dataDirectory, 'new-key')
  await writeFile(file, `${second}\n`)
  const rotated = { COUNTERSIGN_MASTER_KEY: '', COUNTERSIGN_MASTER_KEY_FILE: file }
  const wrong = await keys(['reencrypt'], rotated)
  expect(wrong).toMatchObject({ status: 2 })
  expect(wrong.errors).toMatch(/The master key does not open/)
  const folder = join(api.context.config.dataDirectory, 'without-a-key')
  for (const command of [['reencrypt'], ['replace', 'service', '--yes']]) {
    const none = await keys(command, { COUNTERSIGN_MASTER_KEY: '', COUNTERSIGN_DATA: folder })
    expect(none).toMatchObject({ status: 2, errors: expect.stringContaining('COUNTERSIGN_MASTER_KEY') })
  }
  expect(existsSync(folder)).toBe(false)

  const both = { ...rotated, COUNTERSIGN_PREVIOUS_MASTER_KEYS: first }
  const counted = await keys(['reencrypt', '--dry-run', '--json'], both)
  expect(JSON.parse(counted.output)).toMatchObject({ dryRun: true, unreadable: [] })
  await api.context.pool.query(`UPDATE second_factors SET secret_encrypted = '\\x00' WHERE id = $1`, [id])
  const done = await keys(['reencrypt'], both)
  expect(done.status).toBe(1)
  expect(done.output).toContain(`✗ second_factors/${id} can't be read with any of the keys`)
  const after = JSON.parse((await keys(['reencrypt', '--dry-run', '--json'], rotated)).output) as {
    outdated: number
  }
  expect(after.outdated).toBe(0)
  for (const { output, errors } of [wrong, counted, done])
    for (const key of [first, second]) expect(output + errors).not.toContain(key)
})
