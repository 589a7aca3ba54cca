import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSignatureRequest } from '../../packages/contract/src/signature-requests.ts'
import { sign } from '../../packages/contract/src/signing.ts'
import { operateAsProcess } from '../../apps/api/src/app/operator-commands/testing/operate.ts'
import { inParallel } from '../../apps/api/src/platform/values/in-parallel.ts'
import { openInstallation } from '../../apps/api/src/app/open-installation.ts'
import { readConfig } from '../../apps/api/src/platform/settings/config.ts'
import { fileSystemDocumentStore } from '../../apps/api/src/providers/document-store/file-system.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import { type Row, timed } from '../row.ts'

const documents = Number(process.env.BENCH_DOCUMENTS ?? 100_000)
const signaturesPerSecond = Number(process.env.BENCH_SIGNATURES ?? 20)
// Another server to restore on, such as one of another major version; an embedded one otherwise. Its database has to be empty.
const server = process.env.BENCH_RESTORE_DATABASE_URL
const limit = 15 * 60

/** A backup while people sign, and its restore on another server, verified. */
export const backup: Row = {
  name: 'backup',
  dependsOn: ['hash', 'fsync'],
  // Minutes, and a disk's.
  onlyByName: true,
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'error' })
    const folder = await mkdtemp(join(tmpdir(), 'countersign-backup-bench-'))
    try {
      const ben = await product.person({ firstName: 'Ben' })
      await fill(product, ben.email)
      const load = startLoad(product, ben)
      await load.untilSigned(5)
      const before = [...load.signed]
      const [backedUp, made] = await timed(() =>
        operateAsProcess(['backup', join(folder, 'target'), '--json'], { COUNTERSIGN_DATA: product.data }),
      )
      const during = load.signed.length - before.length
      await load.stop()
      if (made.status !== 0) throw new Error(made.errors || made.output)
      const data = join(folder, 'restored')
      // What an installation of `npm start` has besides: the key of its time-stamp authority.
      await cp(join(product.data, 'sandbox'), join(data, 'sandbox'), { recursive: true })
      const environment = { COUNTERSIGN_DATA: data, ...(server ? { DATABASE_URL: server } : {}) }
      const [restored, result] = await timed(() =>
        operateAsProcess(['restore', join(folder, 'target'), '--json'], environment),
      )
      if (result.status !== 0) throw new Error(result.errors || result.output)
      const lost = await countLost(environment, before)
      return [
        {
          what: `backup of ${documents} documents while people sign`,
          measured: backedUp / 1000,
          unit: 's',
          limit,
          detail: `${(during / (backedUp / 1000)).toFixed(1)} signatures/s meanwhile`,
        },
        { what: 'restore on an empty server, verified', measured: restored / 1000, unit: 's', limit },
        { what: 'both', measured: (backedUp + restored) / 1000, unit: 's', limit },
        {
          what: `signed before the backup and not restored, of ${before.length}`,
          measured: lost,
          unit: '',
          limit: 0,
        },
      ]
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Small documents that are no PDFs: a backup doesn't look into them. */
async function fill({ data }: Product, email: string): Promise<void> {
  const store = fileSystemDocumentStore(join(data, 'documents'), { trash: true })
  const contents = Array.from({ length: documents }, () => randomBytes(2_000))
  await inParallel(contents, 16, (content) => store.write(content))
  const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'))
  const installation = await openInstallation(readConfig({ COUNTERSIGN_DATA: data }))
  await installation.pool.query(
    `INSERT INTO documents (id, root_id, kind, owner_id, name, title, content_type, size, sha256, page_count, pages)
     SELECT d.id, d.id, 'upload', a.id, 'Lease.pdf', 'Lease', 'application/pdf', 2000, d.sha256, 1, '[]'
     FROM (SELECT gen_random_uuid() AS id, sha256 FROM unnest($1::text[]) AS given (sha256)) AS d, accounts a WHERE a.email = $2`,
    [hashes, email],
  )
  await installation.close()
}

function startLoad(product: Product, ben: Awaited<ReturnType<Product['person']>>) {
  const signed: string[] = []
  const stopping = new AbortController()
  const one = async () => {
    const { id } = await aSignatureRequest(product, {
      owner: ben,
      documents: [aPdf()],
      signers: [{ email: ben.email }],
    })
    await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
    const { status_overall: status } = await product.call(getSignatureRequest, { params: { id } }, ben.as)
    if (status === 'SIGNED') signed.push(id)
  }
  const atOnce = Math.min(signaturesPerSecond, 8)
  const lanes = Array.from({ length: atOnce }, async (_, index) => {
    const pause = (1000 * atOnce) / signaturesPerSecond
    for (let next = performance.now() + (pause * index) / atOnce; !stopping.signal.aborted; next += pause) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
      await one()
    }
  })
  return {
    signed,
    untilSigned: async (count: number) => {
      while (signed.length < count) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}

async function countLost(environment: Record<string, string>, ids: readonly string[]): Promise<number> {
  const installation = await openInstallation(readConfig(environment))
  try {
    const { rows } = await installation.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM signature_requests WHERE id = ANY($1) AND status = 'SIGNED'",
      [ids],
    )
    return ids.length - (rows[0]?.count ?? 0)
  } finally {
    await installation.close()
  }
}
