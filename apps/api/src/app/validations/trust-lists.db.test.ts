import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as calls from '@countersign/contract/validations.ts'
import { aHolder, aPki, daysFromNow } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { joined, signAll } from '@countersign/pdf-signature/testing/ceremony.ts'
import { aTrustList, type ListPlan } from '@countersign/pdf-signature/testing/trust-list-builder.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#api/app/operator-commands/doctor/finding.ts'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import { toPem } from '#api/platform/values/pem.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'

let api: TestApi
let folder = ''
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
const said = (message: string) => lines.filter(({ msg }) => msg === message)
const notUsed = "a trusted list isn't used"

/** A trust service in Switzerland, and who signs its country's list: the one that is known here, and the next one. */
const swiss = aPki()
const [operator, successor] = [aHolder({ name: 'Operator' }), aHolder({ name: 'Next operator' })]
const signed = joined(signAll(Buffer.from(aPdf({ pages: 1 })), swiss))
const services = [{ certificate: swiss.issuing.certificate.raw }]
const listBy = (holder: typeof operator, plan: ListPlan = {}) => aTrustList({ services, ...plan }, holder)

/** As a download does that lets nobody see half a file. */
async function place(name: string, content: Uint8Array | string): Promise<string> {
  const file = join(folder, name)
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
  return file
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trust-lists-'))
  const files = {
    TRUST_LISTS: await place('ch.xml', listBy(operator)),
    TRUST_LIST_SIGNERS: await place('signers.pem', toPem([operator.certificate.raw])),
    TRUST_ANCHORS: await place(
      'anchors.pem',
      toPem([aHolder({ name: 'Long ago', notAfter: daysFromNow(-0.5) }).certificate.raw]),
    ),
  }
  api = await startTestApi({ log, environment: files })
}, 60_000)
beforeEach(async () => {
  await place('ch.xml', listBy(operator))
  await validate()
  lines.length = 0
})
afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function validate() {
  const body = { content: signed.toString('base64') }
  const { id } = await api.call(calls.validateDocument, { query: {}, body })
  return api.call(calls.getValidation, { params: { id } })
}

async function examine() {
  const { output } = await operate(['doctor', '--json'], api.environment)
  const { findings } = JSON.parse(output) as { findings: Finding[] }
  return findings.filter(({ part }) => part === 'trust lists')
}

test.each([
  ['by an unknown signer', () => listBy(successor), 'The list’s signer is unknown'],
  ['that is an error page', () => '<html><p>503<br></html>', ''],
  ['that is cut off', () => listBy(operator).subarray(0, 700), ''],
])('a list %s is named by each report, and once by the log', async (_, content, reason) => {
  expect((await validate()).warnings).toEqual([])
  const file = await place('ch.xml', content())
  const reports = [await validate(), await validate()]
  for (const report of reports)
    expect(report).toMatchObject({
      overall: 'INDETERMINATE',
      warnings: [{ code: 'trust_list_refused', parameters: { list: 'ch.xml' } }],
      trustLists: [],
    })
  expect(said(notUsed)).toMatchObject([{ file, reason: expect.stringContaining(reason) }])
  await place('ch.xml', content())
  await validate()
  expect(said(notUsed)).toHaveLength(2)
})

test('a list that is gone does not stop a validation', async () => {
  await rm(join(folder, 'ch.xml'))
  expect(await validate()).toMatchObject({ warnings: [{ code: 'trust_list_refused' }], trustLists: [] })
  expect(said(notUsed)).toMatchObject([{ code: 'unreadable', reason: "It can't be read: it is not there" }])
})

test('a list with a lower number than before is used, and named once by the log', async () => {
  await place('ch.xml', listBy(operator, { sequenceNumber: 6 }))
  for (const report of [await validate(), await validate()])
    expect(report).toMatchObject({ overall: 'TOTAL_PASSED', trustLists: [{ sequenceNumber: 6 }] })
  expect(said('a trusted list is older than the one before it')).toMatchObject([
    { territory: 'CH', sequenceNumber: 6, last: 7 },
  ])
})

test('doctor has a failed finding for a list by a signer who is not known', async () => {
  const file = await place('ch.xml', listBy(successor))
  expect(await examine()).toContainEqual(
    expect.objectContaining({ state: 'failed', found: expect.stringContaining(`${file} isn't used: `) }),
  )
})

test('doctor names the lists that are used, those that are outdated, and certificates that have ended', async () => {
  await place('ch.xml', listBy(operator, { nextUpdate: daysFromNow(-2) }))
  expect(await examine()).toMatchObject([
    { state: 'ok', found: 'used: CH' },
    { state: 'warning', found: expect.stringMatching(/^CH: the list was to be updated by 20/) },
    { state: 'warning', found: expect.stringMatching(/^CN=Long ago: ended on 20/) },
  ])
})

test('verify names a list that it did not use in its JSON and XML too', async () => {
  const [file, list, signers] = [
    await place('signed.pdf', signed),
    await place('next.xml', listBy(successor)),
    join(folder, 'signers.pem'),
  ]
  const options = ['--trust-list', list, '--list-signers', signers, '--anchors', join(folder, 'anchors.pem')]
  const { output } = await operate(['verify', file, ...options, '--json'], { INIT_CWD: folder })
  expect(JSON.parse(output)).toMatchObject({
    warnings: [{ code: 'trust_list_refused', parameters: { list: 'next.xml' } }],
    notes: [expect.stringContaining(`${list} isn't used: `)],
  })
  const xml = await operate(['verify', file, ...options, '--xml'], { INIT_CWD: folder })
  expect(xml.output).toContain('urn:countersign:validation:trust_list_refused')
})
