import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { authorityInformationAccess } from '@countersign/pdf-signature/cms/certificates/extension-encoding.ts'
import {
  aHolder,
  anOcspResponse,
  aTimestampToken,
  authorityExtensions,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import type { Holder } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { withOpenssl } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import { children, octets, readElement, sequenceOf } from '@countersign/pdf-signature/cms/der/der-reader.ts'
import { integer, sequence } from '@countersign/pdf-signature/cms/der/der-writer.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
// The sandbox is the real other side of this protocol; nothing but tests reaches for it.
import { startTimeStampAuthority } from '../../../../sandbox/src/time-stamp-authority/start.ts'
import type { RunningTimeStampAuthority } from '../../../../sandbox/src/time-stamp-authority/start.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { withAnsweringServer } from './answering-server.ts'
import { timestampConformance } from './conformance.ts'
import type { TimestampStage } from './conformance.ts'
import { failoverAuthority } from './failover.ts'
import { openTimestampAuthority } from './open-timestamp-authority.ts'
import type { TimestampFailure } from './port.ts'
import { httpRevocationSource } from './revocation-source.ts'
import { rfc3161Authority } from './rfc3161.ts'

let sandbox: RunningTimeStampAuthority
beforeAll(async () => (sandbox = await startTimeStampAuthority({ port: 0 })))
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

const now = () => new Date()
const patient = 15_000
const impatient = 300

function adapter(url = sandbox.url, anchors = fromPem(sandbox.anchorsPem), timeLimit = patient) {
  return rfc3161Authority({ url, anchors, revocationSource: httpRevocationSource(now), now, timeLimit })
}

const failing = (parties: readonly ('tsa' | 'tsa2')[]): Pick<TimestampStage, 'fail' | 'healAll'> => ({
  fail: (kind) => parties.forEach((party) => sandbox.faults.set({ party, kind, times: -1 })),
  healAll: () => sandbox.faults.clear(),
})

async function withAnchorsFile<T>(anchors: string, work: (anchorsFile: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  try {
    const anchorsFile = join(folder, 'anchors.pem')
    await writeFile(anchorsFile, anchors)
    return await work(anchorsFile)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const bothUnits = (timeLimit = patient) =>
  withAnchorsFile(sandbox.anchorsPem, (anchorsFile) =>
    openTimestampAuthority(
      [sandbox.url, sandbox.secondUrl].map((url) => ({ url, anchorsFile })),
      { now, timeLimit },
    ),
  )

timestampConformance('RFC 3161 over HTTP', async (patience) => ({
  authority: adapter(undefined, undefined, patience && impatient),
  ...failing(['tsa']),
}))
timestampConformance('a list with failover', async (patience) => ({
  authority: await bothUnits(patience && impatient),
  ...failing(['tsa', 'tsa2']),
}))

test('OpenSSL verifies the token', async () => {
  const data = Buffer.from('stamped bytes')
  const { token } = await adapter().timestamp(createHash('sha256').update(data).digest())
  const output = withOpenssl({ token, data, root: sandbox.anchorsPem }, (openssl) =>
    openssl(...'ts -verify -token_in -in token -data data -CAfile root'.split(' ')),
  )
  expect(output).toContain('Verification: OK')
})

test('a token under another root is not taken', async () => {
  const stranger = aHolder({ name: 'Other root' })
  await expect(adapter(sandbox.url, [stranger.certificate.raw]).timestamp(randomBytes(32))).rejects.toThrow(
    /trusted/,
  )
})

test('a connection that was lost is made again', async () => {
  sandbox.faults.set({ party: 'tsa', kind: 'refused', times: 1 })
  await expect(adapter().timestamp(randomBytes(32))).resolves.toMatchObject({ token: expect.anything() })
  expect(sandbox.faults.list()).toEqual([])
})

/** The sandbox's authority for those who know a user, a password and a key. */
const guarded: RequestListener = (request, response) => {
  const isKnown =
    request.headers.authorization === `Basic ${btoa('countersign:a:password')}` &&
    request.url === '/tsr?key=of-the-query'
  if (!isKnown) return response.writeHead(401).end()
  if (request.method === 'HEAD') return response.end()
  const type = request.headers['content-type'] ?? ''
  return void buffer(request)
    .then((query) => {
      const body = Uint8Array.from(query)
      return fetch(sandbox.url, { method: 'POST', headers: { 'content-type': type }, body })
    })
    .then(async (answer) => response.end(Buffer.from(await answer.arrayBuffer())))
}
const withPassword = (url: string, password: string) =>
  `${url.replace('//', `//countersign:${password}@`)}tsr?key=of-the-query`

test('an authority that wants a user and a password is shown those of its address', () =>
  withAnsweringServer(guarded, async (at) => {
    const url = withPassword(at, 'a%3Apassword')
    const authority = failoverAuthority([{ url, authority: adapter(url) }], { now })
    await expect(authority.timestamp(randomBytes(32))).resolves.toMatchObject({ token: expect.anything() })
    expect(await authority.isReachable()).toBe(true)
  }))

test('what an address has before its host and in its query is not told of an authority that fails', () =>
  withAnsweringServer(guarded, async (at) => {
    const told: TimestampFailure[] = []
    const url = withPassword(at, 'another-one')
    const authority = failoverAuthority([{ url, authority: adapter(url) }], {
      now,
      onFailure: (failure) => told.push(failure),
    })
    const failure = await authority.timestamp(randomBytes(32)).catch((error: unknown) => error)
    expect(told).toEqual([{ url: `${at}tsr`, reason: 'HTTP status 401' }])
    expect(String(failure)).toContain(`${at}tsr: HTTP status 401`)
    expect(inspect(failure)).not.toMatch(/another-one|of-the-query/)
  }))

test('a clock far from ours is not taken', async () => {
  const options = {
    url: sandbox.url,
    anchors: fromPem(sandbox.anchorsPem),
    revocationSource: httpRevocationSource(now),
  }
  const authority = rfc3161Authority({ ...options, now: () => new Date(Date.now() + 3_600_000) })
  await expect(authority.timestamp(randomBytes(32))).rejects.toThrow(/clock/)
})

test('without a file of anchors only well-known roots are trusted', async () => {
  const authority = await openTimestampAuthority([{ url: sandbox.url }], { now, timeLimit: patient })
  await expect(authority.timestamp(randomBytes(32))).rejects.toThrow(/not trusted/)
})

const hex = (der: Uint8Array) => Buffer.from(der).toString('hex')

/** An authority without an anchors file of its own: it is trusted under a root that many others are under too. */
function amongCommonRoots(url: string, roots = fromPem(sandbox.anchorsPem)) {
  const stranger = aHolder({ name: 'Other root' })
  return rfc3161Authority({
    url,
    anchors: [stranger.certificate.raw, ...roots],
    areCommonAnchors: true,
    revocationSource: httpRevocationSource(now),
    now,
    timeLimit: patient,
  })
}

test('of the roots that several authorities share, an authority names only the one that its tokens chain to', async () => {
  const told = await amongCommonRoots(sandbox.url).anchors()
  expect(told.map(hex)).toEqual(fromPem(sandbox.anchorsPem).map(hex))
})

/** What a query asks for (RFC 3161 §2.4.1). */
function queryOf(der: Uint8Array) {
  const [, imprint, nonce] = sequenceOf(readElement(der), 'query')
  const [, digest] = imprint ? children(imprint) : []
  if (!digest || !nonce) throw new Error('no query')
  return { digest: octets(digest), nonce: nonce.body }
}

test('an authority with units under two roots tells both', async () => {
  const roots = ['First root', 'Second root'].map((name) =>
    aHolder({ name, extensions: authorityExtensions() }),
  )
  const units = roots.map((issuer) => aHolder({ name: 'Unit', issuer, extensions: timestampingExtensions() }))
  const anchors = roots.map(({ certificate }) => certificate.raw)
  const inTurn = [...units]
  const grant = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const unit = inTurn.shift()
    const { digest, nonce } = queryOf(await buffer(request))
    if (unit) response.end(sequence(sequence(integer(0)), aTimestampToken(unit, digest, nonce)))
  }
  const granting: RequestListener = (request, response) => void grant(request, response)
  await withAnsweringServer(granting, async (url) => {
    const authority = amongCommonRoots(url, anchors)
    for (const _ of units) await authority.timestamp(randomBytes(32))
    expect((await authority.anchors()).map(hex)).toEqual(anchors.map(hex))
  })
})

test('a file without certificates is refused by name', async () => {
  await withAnchorsFile('nothing', async (anchorsFile) => {
    const opening = openTimestampAuthority([{ url: sandbox.url, anchorsFile }], { now })
    await expect(opening).rejects.toThrow(anchorsFile)
  })
})

describe('with failover', () => {
  test('the next one answers while the first is broken, and nobody waits for the broken one again', async () => {
    const authority = await bothUnits()
    sandbox.faults.set({ party: 'tsa', kind: 'bad_signature', times: -1 })
    await authority.timestamp(randomBytes(32))
    sandbox.faults.clear()
    sandbox.faults.set({ party: 'tsa', kind: 'status_503', times: 1 })
    await authority.timestamp(randomBytes(32))
    // Not asked: its fault is still there to be taken.
    expect(sandbox.faults.list()).toHaveLength(1)
  })

  test('the one that failed is reported although the next one answered', async () => {
    await withAnchorsFile(sandbox.anchorsPem, async (anchorsFile) => {
      const failures: string[] = []
      const addresses = [sandbox.url, sandbox.secondUrl].map((url) => ({ url, anchorsFile }))
      const onFailure = ({ url, reason }: TimestampFailure): number => failures.push(`${url} ${reason}`)
      const authority = await openTimestampAuthority(addresses, { now, timeLimit: patient, onFailure })
      sandbox.faults.set({ party: 'tsa', kind: 'status_503', times: 1 })
      await authority.timestamp(randomBytes(32))
      expect(failures).toEqual([`${sandbox.url} HTTP status 503`])
    })
  })

  test('one that has been away from the start stops neither the stamps nor the anchors of the other', async () => {
    const urls = [sandbox.url, sandbox.secondUrl]
    const authorities = urls.map((url) => ({ url, authority: amongCommonRoots(url) }))
    const authority = failoverAuthority(authorities, { now })
    sandbox.faults.set({ party: 'tsa', kind: 'status_503', times: -1 })
    await authority.timestamp(randomBytes(32))
    expect((await authority.anchors()).map(hex)).toEqual(fromPem(sandbox.anchorsPem).map(hex))
  })

  test('when none can tell its anchors each is named, and not asked again at once', async () => {
    const urls = [sandbox.url, sandbox.secondUrl]
    const authorities = urls.map((url) => ({ url, authority: amongCommonRoots(url) }))
    const authority = failoverAuthority(authorities, { now })
    for (const party of ['tsa', 'tsa2'] as const) sandbox.faults.set({ party, kind: 'status_503', times: 2 })
    for (const _ of urls) {
      const told = authority.anchors()
      await expect(told).rejects.toMatchObject({ failures: urls.map((url) => ({ url })) })
    }
    expect(sandbox.faults.list()).toMatchObject([{ times: 1 }, { times: 1 }])
  })

  test.each(['revoked', 'silent'] as const)(
    'the next one stamps where the certificate of the first is %s, which would leave the signature without validation data',
    async (status) => {
      const root = aHolder({ name: 'Root', extensions: authorityExtensions() })
      let unit: Holder | undefined
      const respond = (path: string | undefined, query: Buffer): Uint8Array | undefined => {
        if (!unit) return undefined
        if (path === '/ocsp') {
          const revoked = { revokedAt: new Date(Date.now() - 60_000), reason: 1 }
          return status === 'silent' ? undefined : anOcspResponse(unit, root, root, revoked)
        }
        const [, imprint, nonce] = sequenceOf(readElement(query), 'Query')
        const [, digest] = sequenceOf(imprint, 'Imprint')
        const token = digest && nonce && aTimestampToken(unit, octets(digest), nonce.body)
        return token && sequence(sequence(integer(0)), token)
      }
      const answer: RequestListener = (request, response) => {
        void buffer(request).then((query) => {
          const reply = respond(request.url, query)
          return reply ? response.end(reply) : response.writeHead(503).end()
        })
      }
      await withAnsweringServer(answer, async (url) => {
        const places = { issuer: `${url}issuer`, ocsp: `${url}ocsp` }
        const extensions = [...timestampingExtensions(), authorityInformationAccess(places)]
        unit = aHolder({ name: 'Unit', issuer: root, extensions })
        const failures: string[] = []
        const authorities = [
          { url, authority: adapter(url, [root.certificate.raw]) },
          { url: sandbox.url, authority: adapter() },
        ]
        const onFailure = (failure: TimestampFailure): number => failures.push(failure.url)
        const authority = failoverAuthority(authorities, { now, onFailure })
        const { token } = await authority.timestamp(randomBytes(32))
        expect((await authority.validation(token)).ocsps).toHaveLength(1)
        expect(failures).toEqual([url])
      })
    },
  )

  test('when all are down each is named', async () => {
    const authority = await bothUnits()
    sandbox.faults.set({ party: 'tsa', kind: 'status_503', times: -1 })
    sandbox.faults.set({ party: 'tsa2', kind: 'bad_signature', times: -1 })
    await expect(authority.timestamp(randomBytes(32))).rejects.toMatchObject({
      failures: [
        { url: sandbox.url, reason: 'HTTP status 503' },
        { url: sandbox.secondUrl, reason: expect.stringContaining('does not verify') },
      ],
    })
  })

  test('without any authority there is an error that says so', async () => {
    const none = await openTimestampAuthority([], { now })
    await expect(none.timestamp(randomBytes(32))).rejects.toThrow(/no authority is configured/)
  })
})

describe('an authority that is not honest', () => {
  const unit = aHolder({ name: 'Unit', extensions: timestampingExtensions() })

  const granting =
    (holder: Holder, digest: Uint8Array): RequestListener =>
    (_request, response) =>
      response.end(sequence(sequence(integer(0)), aTimestampToken(holder, digest)))
  const stamp = (url: string, digest: Uint8Array) => adapter(url, [unit.certificate.raw]).timestamp(digest)

  test('that replays an old token is found out by the nonce', async () => {
    const digest = randomBytes(32)
    await withAnsweringServer(granting(unit, digest), (url) =>
      expect(stamp(url, digest)).rejects.toThrow(/answer this request/),
    )
  })

  test('that sends an endless or a useless answer is left', async () => {
    const flood: RequestListener = (_request, response) => response.end(Buffer.alloc(300 * 1024, 0x30))
    const page: RequestListener = (_request, response) => response.end('<html>')
    await withAnsweringServer(flood, (url) =>
      expect(stamp(url, randomBytes(32))).rejects.toThrow(/larger than/),
    )
    await withAnsweringServer(page, (url) =>
      expect(stamp(url, randomBytes(32))).rejects.toThrow(/cannot be read|longer|type/),
    )
  })

  test('or whose unit names no place for its status has no validation material', async () => {
    const token = aTimestampToken(unit, randomBytes(32))
    const root = aHolder({ name: 'Some root', extensions: authorityExtensions() })
    const below = aHolder({ name: 'Below', issuer: root, extensions: timestampingExtensions() })
    await expect(adapter().validation(token)).rejects.toThrow(/trusted/)
    const other = adapter(sandbox.url, [root.certificate.raw])
    await expect(other.validation(aTimestampToken(below, randomBytes(32)))).rejects.toThrow(
      /trusted|no address/,
    )
  })
})
