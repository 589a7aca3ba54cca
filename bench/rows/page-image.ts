import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getDocumentPage } from '../../packages/contract/src/documents.ts'
import { getReport } from '../../packages/contract/src/audit-trail.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import { median, type Row, timed } from '../row.ts'

const pages = 40

/** Pages nobody has asked for yet, at 100 % (144 dpi), beside the native renderer on the same file in the same run. */
export const pageImage: Row = {
  name: 'page',
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const content = await aLongText(product, ben)
    const draft = await aDraft(product, { owner: ben, documents: [content] })
    const id = draft.documents[0]?.id ?? ''
    const count = draft.documents[0]?.page_count ?? 1
    const ours: number[] = []
    for (let n = 0; n < Math.min(count, pages); n += 1) {
      const [took] = await timed(() =>
        product.call(getDocumentPage, { params: { id, n: String(n) }, query: { scale: '100' } }, ben.as),
      )
      // The first starts the thread and opens the file.
      if (n > 0) ours.push(took)
    }
    const native = await pdftoppm(content, Math.min(count, pages))
    return [
      {
        what: 'page to image at 100 %, median, of pdftoppm’s time',
        measured: median(ours) / native,
        unit: 'times',
        limit: 1.5,
        peer: `pdftoppm ${native.toFixed(0)} ms a page`,
        detail: `ours ${median(ours).toFixed(0)} ms by HTTP, as WebP`,
      },
    ]
  },
}

/** An audit trail is a page full of text with embedded fonts, and long when many are asked to sign. */
async function aLongText(
  product: Parameters<typeof aDraft>[0],
  ben: Parameters<typeof aSignatureRequest>[1]['owner'],
): Promise<Buffer> {
  const signers = Array.from({ length: 120 }, (_, n) => ({
    email: `signer.${n}@example.org`,
    firstName: 'Signer',
    lastName: String(n),
    document_signatures: [],
    // Mails going out would be measured too.
    notify: false,
  }))
  const { id } = await aSignatureRequest(product, { owner: ben, documents: [aPdf()], signers })
  const report = await product.call(getReport, { params: { id }, query: { type: 'PDF' } }, ben.as)
  return Buffer.from(await report.arrayBuffer())
}

async function pdftoppm(content: Buffer, count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  try {
    const file = join(folder, 'file.pdf')
    await writeFile(file, content)
    const run = () =>
      promisify(execFile)('pdftoppm', ['-r', '144', '-l', String(count), file, join(folder, 'page')])
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) times.push((await timed(run))[0] / count)
    return median(times)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
