import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { pem } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { joined, signAll } from '@countersign/pdf-signature/testing/ceremony.ts'
import { sharedHolders } from '@countersign/pdf-signature/testing/shared-holders.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signHeads } from '#api/evidence/sign-heads.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let folder: string
let requestId: string
beforeAll(async () => {
  api = await startTestApi()
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
  const ben = await api.person({ firstName: 'Ben' })
  requestId = (await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })).id
  const protocol = await api.call(getReport, { params: { id: requestId }, query: {} }, ben.as)
  const bytes = Buffer.from(await protocol.arrayBuffer())
  await writeFile(join(folder, 'protocol.pdf'), bytes)
  bytes[bytes.indexOf('/CreationDate') + 20] = 0x39
  await writeFile(join(folder, 'changed.pdf'), bytes)
  await writeFile(join(folder, 'unsigned.pdf'), aPdf())
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  await writeFile(join(folder, 'anchors.pem'), anchors)
  for (const name of ['evidence-anchors.pem', 'timestamp-anchors.pem'])
    await writeFile(join(folder, name), await (await fetch(`${api.url}/pki/${name}`)).text())
  await signHeads(api.context)
  const query = { type: 'EVIDENCE' as const }
  const evidence = await api.call(getReport, { params: { id: requestId }, query }, ben.as)
  await writeFile(join(folder, 'evidence.json'), await evidence.text())
})
afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

const verify = (args: string[], environment: Record<string, string> = {}) =>
  operate(['verify', ...args], {
    COUNTERSIGN_DATA: join(folder, 'none'),
    INIT_CWD: folder,
    ...environment,
  })

function installation(): Record<string, string> {
  return {
    DATABASE_URL: api.environment['DATABASE_URL'] ?? '',
    TIMESTAMP_AUTHORITIES: `https://tsa.example/tsr|${join(folder, 'anchors.pem')}`,
  }
}

/** Where its documents are. */
const store = () => ({ COUNTERSIGN_DATA: api.environment['COUNTERSIGN_DATA'] ?? '' })

test('content that was replaced after signing is not valid, and the pages are compared', async () => {
  const pki = aPki()
  await writeFile(join(folder, 'pki.pem'), pem(pki.root.certificate.raw))
  const { base, change } = sharedHolders().find(({ name }) => name.startsWith('a stamp')) ?? {}
  if (!base || !change) throw new Error('The form of the attack is gone')
  const signed = joined(signAll(base, pki))
  await writeFile(join(folder, 'stamped.pdf'), signed)
  await writeFile(join(folder, 'replaced.pdf'), change(signed))
  const before = await verify(['stamped.pdf', '--anchors', 'pki.pem'])
  expect(before).toMatchObject({ status: 0 })
  expect(before.output).not.toContain('page_images')
  const after = await verify(['replaced.pdf', '--anchors', 'pki.pem'])
  expect(after).toMatchObject({ status: 1 })
  expect(after.output).toContain('✗ changed_after_signing')
})

test('a signed PDF is valid to who trusts its certificates, and to its own installation', async () => {
  const named = await verify(['protocol.pdf', '--anchors', 'anchors.pem'])
  // Under the name in the certificate: anyone can write another into a signature.
  expect(named.output).toMatch(
    /✓ Signature Protocol: .+ Signing Service \(valid\)\n +stated name: Countersign\n/,
  )
  expect(named.output).toContain('level: B-LTA')
  expect(named.output).toContain('✓ All signatures are valid')
  expect(named.status).toBe(0)
  expect(await verify(['protocol.pdf'], installation())).toMatchObject({ status: 0 })
})

test('a changed, an unsigned and an untrusted PDF are not valid', async () => {
  const changed = await verify(['changed.pdf', '--anchors', 'anchors.pem'])
  expect(changed).toMatchObject({ status: 1, output: expect.stringContaining('✗ A signature is not valid') })
  expect(await verify(['unsigned.pdf'])).toMatchObject({
    status: 1,
    output: expect.stringContaining('The file is not signed'),
  })
  expect(await verify(['protocol.pdf'])).toMatchObject({
    status: 1,
    output: expect.stringContaining('No certificates are trusted here'),
  })
})

test('what cannot be checked is neither valid nor invalid', async () => {
  for (const args of [[], ['a', 'b'], ['protocol.pdf', '--nonsense'], ['missing.pdf'], ['evidence']]) {
    const { status, output, errors } = await verify(args)
    expect([status, output]).toEqual([2, ''])
    expect(errors).toMatch(/^[A-Z\S].*\S/)
    expect(errors).not.toContain('    at ')
  }
})

test('evidence is whole until someone tampers with it; then each break is named', async () => {
  const whole = await verify(['evidence'], installation())
  expect(whole.output).toContain('✓ The evidence is whole')
  expect(whole.output).toContain('Signed and time-stamped up to')
  expect(whole.status).toBe(0)
  const digest = /digest ([0-9a-f]{64})/.exec(whole.output)?.[1] ?? ''
  expect((await verify(['evidence', '--expect', digest], installation())).status).toBe(0)
  expect((await verify(['evidence', '--expect', 'abc'], installation())).status).toBe(2)

  const owner = new pg.Client(api.connection)
  await owner.connect()
  await owner.query('ALTER TABLE evidence_events DISABLE TRIGGER ALL')
  // With the newest heads goes what would show that they are missing, but for their digest.
  await owner.query('ALTER TABLE evidence_heads DISABLE TRIGGER ALL')
  await owner.query('DELETE FROM evidence_heads')
  const removed = await verify(['evidence', '--expect', digest], installation())
  expect(removed.output).toContain(
    `✗ signed heads: Those with the digest ${digest} (given with --expect) are not there (removed)`,
  )
  expect(removed.status).toBe(1)
  const noted = await verify(['evidence'], { ...installation(), ...store() })
  expect(noted.output).toContain(`✗ signed heads: Those with the digest ${digest} (noted in `)
  expect(noted.status).toBe(1)
  await owner.query('UPDATE evidence_events SET actor = actor || \'{"name":"Mallory"}\' WHERE seq = 1')
  await owner.end()
  const broken = await verify(['evidence'], installation())
  expect(broken.output).toContain(`✗ ${requestId}: Event 1 is not what its hash says (changed)`)
  expect(broken.output).toContain('✗ 1 break in the evidence')
  expect(broken.status).toBe(1)
}, 300_000)

test('the evidence of a request is checked by its file alone: no database, no settings, no network', async () => {
  const nowhere = { DATABASE_URL: 'not an address', PORT: 'wrong' }
  const timestamps = ['--timestamp-anchors', 'timestamp-anchors.pem']
  const trust = ['--evidence-anchors', 'evidence-anchors.pem', ...timestamps]
  const whole = await verify(['evidence', 'evidence.json', ...trust], nowhere)
  expect(whole).toMatchObject({ errors: '', status: 0 })
  expect(whole.output).toContain(
    '✓ The evidence is whole, and signed by the service whose certificates you named',
  )
  expect(whole.output).toMatch(/Events 1 to \d+ were there at 20/)

  const alone = await verify(['evidence', 'evidence.json', '--request', requestId.toUpperCase()])
  expect(alone.status).toBe(0)
  expect(alone.output).toMatch(
    /✓ The evidence is whole, by the certificates that the file carries\nWhose certificates/,
  )
  expect(alone.output).toMatch(/Signed under [^\n]*SHA-256 [0-9a-f]{64}\n/)

  const text = await readFile(join(folder, 'evidence.json'), 'utf8')
  await writeFile(join(folder, 'forged.json'), text.replace('"name":"Ben ', '"name":"Bea '))
  const forged = await verify(['evidence', 'evidence.json', 'forged.json'])
  expect(forged.status).toBe(1)
  expect(forged.output).toContain('✗ event 1: Event 1 is not what its hash says (changed)')
  for (const wrong of [
    ['evidence', 'unsigned.pdf'],
    ['evidence', 'missing.json'],
    ['evidence', 'evidence.json', '--evidence-anchors', 'unsigned.pdf', ...timestamps],
    ['evidence', 'evidence.json', '--evidence-anchors', 'evidence-anchors.pem'],
    ['protocol.pdf', '--request', requestId],
  ]) {
    const { status, errors } = await verify(wrong)
    expect(status).toBe(2)
    expect(errors).toMatch(/^[A-Z\S].*\S/)
    expect(errors).not.toContain('    at ')
  }
}, 300_000)

test('what a file says of itself doesn’t steer the terminal', async () => {
  const text = await readFile(join(folder, 'evidence.json'), 'utf8')
  const escape = '\\u001b[2J\\n✓ The evidence is whole\u202e'
  await writeFile(join(folder, 'steering.json'), text.replaceAll(requestId, escape))
  await writeFile(join(folder, 'none.json'), '\u001b[2J\n✓ The evidence is whole\u202e')
  await writeFile(join(folder, 'member.json'), '{"a\\n✓ The evidence is whole":1}')
  const steering = await verify(['evidence', 'steering.json'])
  expect(steering).toMatchObject({ status: 1, output: expect.stringContaining('breaks in the evidence') })
  const none = await verify(['evidence', 'none.json'])
  expect(none).toMatchObject({ status: 2, errors: expect.stringContaining('This is no JSON') })
  const member = await verify(['evidence', 'member.json'])
  expect(member).toMatchObject({ status: 2, errors: expect.stringContaining('This is no evidence file') })
  const printed = steering.output + none.errors + member.errors
  expect(printed).not.toMatch(/[\u001b\u202e]/)
  expect(printed).not.toMatch(/^✓/m)
})

test('several files are told apart, as lines, JSON and XML', async () => {
  const trust = ['--anchors', 'anchors.pem']
  const lines = await verify(['protocol.pdf', 'changed.pdf', ...trust])
  expect(lines.status).toBe(1)
  expect(lines.output).toMatch(
    /^protocol\.pdf\n[^]*✓ All signatures are valid\nchanged\.pdf\n[^]*✗ A signature is not valid\n$/,
  )

  const json = await verify(['protocol.pdf', ...trust, '--json'])
  expect(json).toMatchObject({ errors: '', status: 0 })
  expect(JSON.parse(json.output)).toMatchObject({ name: 'protocol.pdf', overall: 'TOTAL_PASSED' })
  const xml = await verify(['changed.pdf', ...trust, '--xml'])
  expect(xml.status).toBe(1)
  expect(xml.output).toContain('urn:etsi:019102:mainindication:total-failed')
})

test('a list that nobody known has signed is named and not taken', async () => {
  await writeFile(join(folder, 'list.xml'), '<TrustServiceStatusList/>')
  const found = await verify(['protocol.pdf', '--anchors', 'anchors.pem', '--trust-list', 'list.xml'])
  expect(found.output).toContain("list.xml isn't used: ")
  expect(found.status).toBe(0)
})
