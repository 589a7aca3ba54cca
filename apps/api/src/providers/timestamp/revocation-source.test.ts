import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  authorityInformationAccess,
  crlDistributionPoint,
  keyUsage,
  noRevAvail,
} from '@countersign/pdf-signature/cms/certificates/extension-encoding.ts'
import {
  aCrl,
  aHolder,
  anOcspResponse,
  authorityExtensions,
  day,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import type { Holder } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { expect, test } from 'vitest'
import { withAnsweringServer } from './answering-server.ts'
import { httpRevocationSource, statusOfPath } from './revocation-source.ts'

const root = aHolder({ name: 'Root', extensions: authorityExtensions() })
const impostor = aHolder({ name: 'Root', extensions: authorityExtensions() })

type Answers = Partial<Record<'ocsp' | 'crl', (leaf: Holder) => Uint8Array>>

/** A certificate whose status is at `/ocsp` and `/crl` of a server, and the paths that were asked for. */
async function withStatusServer(answers: Answers, work: (leaf: Holder, asked: string[]) => Promise<void>) {
  const asked: string[] = []
  let leaf: Holder | undefined
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    asked.push(url)
    const body = url === '/ocsp' ? answers.ocsp : answers.crl
    if (leaf && body) response.end(body(leaf))
    else response.writeHead(503).end()
  }
  await withAnsweringServer(answer, async (url) => {
    const extensions = [
      keyUsage('digitalSignature'),
      authorityInformationAccess({ issuer: `${url}issuer`, ocsp: `${url}ocsp` }),
      crlDistributionPoint(`${url}crl`),
    ]
    leaf = aHolder({ name: 'Unit', issuer: root, extensions })
    await work(leaf, asked)
  })
}
const goodOcsp = (leaf: Holder): Uint8Array => anOcspResponse(leaf, root, root)

test('a status is asked for once until the next one is due, by two callers at once too', async () => {
  await withStatusServer({ ocsp: goodOcsp }, async ({ certificate }, asked) => {
    let time = Date.now()
    const source = httpRevocationSource(() => new Date(time))
    const [first, second] = await Promise.all([
      source(certificate, root.certificate),
      source(certificate, root.certificate),
    ])
    expect(first.kind).toBe('ocsp')
    expect(second.der).toEqual(first.der)
    time += day / 2
    await source(certificate, root.certificate)
    expect(asked).toEqual(['/ocsp'])
    time += day
    // What the server has now would have ended by then.
    await expect(source(certificate, root.certificate)).rejects.toThrow(/does not tell its status/)
    expect(asked).toEqual(['/ocsp', '/ocsp', '/crl'])
  })
})

test('an OCSP response without an end serves the caller who requested it, and all who waited share the next one', async () => {
  let time = Date.parse('2026-11-22T10:00:00.400Z')
  const ocsp = (leaf: Holder): Uint8Array => {
    const answer = anOcspResponse(leaf, root, root, 'good', new Date(time), null)
    // As long it is on its way.
    time += 700
    return answer
  }
  await withStatusServer({ ocsp }, async ({ certificate }, asked) => {
    const source = httpRevocationSource(() => new Date(time))
    const callers = Array.from({ length: 4 }, () => source(certificate, root.certificate))
    for (const { kind } of await Promise.all(callers)) expect(kind).toBe('ocsp')
    expect(asked).toEqual(['/ocsp', '/ocsp'])
    await source(certificate, root.certificate)
    expect(asked).toEqual(['/ocsp', '/ocsp', '/ocsp'])
  })
})

test('the list is taken when the responder is away', async () => {
  await withStatusServer({ crl: () => aCrl(root) }, async ({ certificate }, asked) => {
    const evidence = await httpRevocationSource(() => new Date())(certificate, root.certificate)
    expect(evidence.kind).toBe('crl')
    expect(asked).toEqual(['/ocsp', '/crl'])
  })
})

test('certificates of one authority share its list, which is fetched once until the next one is due', async () => {
  let time = Date.now()
  await withStatusServer({ crl: () => aCrl(root) }, async ({ certificate }, asked) => {
    const source = httpRevocationSource(() => new Date(time))
    const first = await source(certificate, root.certificate)
    const { crlUrls, ocspUrls } = certificate
    const extensions = [
      keyUsage('digitalSignature'),
      authorityInformationAccess({ issuer: ocspUrls[0] ?? '', ocsp: ocspUrls[0] ?? '' }),
      crlDistributionPoint(crlUrls[0] ?? ''),
    ]
    const others = ['Ben', 'Carla'].map((name) => aHolder({ name, extensions, issuer: root }).certificate)
    const [second, third] = await Promise.all(others.map((one) => source(one, root.certificate)))
    expect([second?.der, third?.der]).toEqual([first.der, first.der])
    expect(second?.der).toBe(third?.der)
    expect(asked.filter((path) => path === '/crl')).toHaveLength(1)
    await source(certificate, root.certificate)
    expect(asked).toHaveLength(4)
    time += 8 * day
    await expect(source(certificate, root.certificate)).rejects.toThrow(/does not tell its status/)
    expect(asked.filter((path) => path === '/crl')).toHaveLength(2)
  })
})

test('answers that others signed are not taken, and each address is named', async () => {
  const answers = { ocsp: (leaf: Holder) => anOcspResponse(leaf, root, impostor), crl: () => aCrl(impostor) }
  await withStatusServer(answers, async ({ certificate }) => {
    const asking = httpRevocationSource(() => new Date())(certificate, root.certificate)
    await expect(asking).rejects.toThrow(/\/ocsp: .*\/crl: /)
  })
})

test('a revoked certificate is evidence too, and what fails is asked again', async () => {
  const answers: Answers = {}
  await withStatusServer(answers, async ({ certificate }) => {
    const source = httpRevocationSource(() => new Date())
    await expect(source(certificate, root.certificate)).rejects.toThrow(/503/)
    const revokedAt = new Date()
    answers.ocsp = (leaf) => anOcspResponse(leaf, root, root, { revokedAt, reason: 1 })
    expect((await source(certificate, root.certificate)).kind).toBe('ocsp')
  })
})

test('a certificate that is never revoked is not asked about, and its authority is', async () => {
  const issuing = aHolder({ name: 'Issuing', issuer: root, extensions: authorityExtensions(0) })
  const leaf = aHolder({
    name: 'Anna',
    issuer: issuing,
    extensions: [keyUsage('digitalSignature'), noRevAvail()],
  })
  const asked: string[] = []
  const source = ({ subject }: Holder['certificate']) => {
    asked.push(subject)
    return Promise.resolve({ kind: 'crl' as const, der: aCrl(root) })
  }
  const path = [leaf, issuing, root].map(({ certificate }) => certificate)
  expect(await statusOfPath(source, path)).toMatchObject({ ocsps: [], crls: [expect.anything()] })
  expect(asked).toEqual([issuing.certificate.subject])
})
