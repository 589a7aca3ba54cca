import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { getDocumentPage } from '../../packages/contract/src/documents.ts'
import { login } from '../../packages/contract/src/sessions.ts'
import { addDocument, createSignatureRequest } from '../../packages/contract/src/signature-requests.ts'
import { sign } from '../../packages/contract/src/signing.ts'
import { getValidationPage, validateDocument } from '../../packages/contract/src/validations.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { type HostilePdf, hostilePdfs } from '../../apps/api/src/testing/hostile-pdf.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest } from '../../apps/api/src/testing/signature-request.ts'
import { type Figure, median, type Row, timed } from '../row.ts'

const atOnce = 100
const rounds = 5
const kinds = ['page image', 'sign-in', 'upload', 'signature'] as const
type Kind = (typeof kinds)[number]
type Times = Record<Kind, number[]>

/**
 * Somebody sends each hostile file, or asks for its pages, a hundred times at once, with an account and without; what
 * another person's calls take longer meanwhile. A product of its own, which knows the two apart by their addresses.
 */
export const hostile: Row = {
  name: 'hostile',
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'error', TRUST_PROXY: '1' })
    try {
      return await measure(product)
    } finally {
      await product.stop()
    }
  },
}

async function measure(product: Product): Promise<Figure[]> {
  const victim = await openVictim(product, await product.person({ firstName: 'Anna' }))
  const eve = await product.person({ firstName: 'Eve' })
  for (let round = 0; round < 3; round += 1) await victim.round()
  const before: Times = await victim.rounds(10)
  const memory = watchMemory(product.process.pid ?? 0)
  const worst: Record<Kind, { extra: number; during: string }> = {
    'page image': { extra: 0, during: '' },
    'sign-in': { extra: 0, during: '' },
    upload: { extra: 0, during: '' },
    signature: { extra: 0, during: '' },
  }
  for (const [index, file] of hostilePdfs.entries())
    for (const attacker of ['account', 'anonymous'] as const) {
      const attack = await openAttack(product, file, index, attacker === 'account' ? eve : null)
      const flood = attack()
      await pause(50)
      const during = await victim.rounds(rounds)
      for (const kind of kinds) {
        const extra = Math.max(...during[kind]) - median(before[kind])
        if (extra > worst[kind].extra) worst[kind] = { extra, during: `${file.name}, ${attacker}` }
      }
      await flood
    }
  const peak = memory.stop()
  return [
    ...kinds.map((kind) => ({
      what: `a hostile file of somebody else: ${kind} takes longer by`,
      measured: worst[kind].extra,
      unit: 'ms',
      limit: 200,
      detail: `slowest of all, ${worst[kind].during}; usually ${Math.round(median(before[kind]))} ms`,
    })),
    { what: 'calls of others refused meanwhile', measured: victim.refused(), unit: '', limit: 0 },
    {
      what: 'memory of the process at its peak',
      measured: peak,
      unit: 'MB',
      limit: 600,
      detail: `${hostilePdfs.length} files, ${atOnce} times at once`,
    },
  ]
}

async function openVictim(product: Product, anna: Person) {
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const draft = await aDraft(product, {
    owner: anna,
    documents: [aPdf({ pages: 200, title: 'Lease '.repeat(50) })],
  })
  const document = draft.documents[0]?.id ?? ''
  const target = await aDraft(product, { owner: anna })
  let page = 0
  let refused = 0
  const once = async (work: () => Promise<unknown>): Promise<number> =>
    (
      await timed(() =>
        work().catch(() => {
          refused += 1
        }),
      )
    )[0]
  const round = async (): Promise<Record<Kind, number>> => {
    const n = String((page += 1))
    const form = new FormData()
    form.append(
      'file',
      new File([new Uint8Array(aPdf({ title: `Annex ${n}` }))], 'Annex.pdf', { type: 'application/pdf' }),
    )
    const { id } = await aSignatureRequest(product, { owner: anna, signers: [{ email: anna.email }] })
    const order = { body: { signatureRequests: [{ signatureRequestId: id }] } }
    return {
      'page image': await once(() =>
        product.call(
          getDocumentPage,
          { params: { id: document, n }, query: { scale: '100' } },
          anna.as,
          from,
        ),
      ),
      'sign-in': await once(() =>
        product.call(login, { body: { email: anna.email, password: anna.password } }, undefined, from),
      ),
      upload: await once(() =>
        product.call(addDocument, { params: { id: target.id }, body: form as never }, anna.as, from),
      ),
      signature: await once(async () => {
        const { signatures } = await product.call(sign, order, anna.as, from)
        if (signatures[0]?.status !== 'SIGNED') throw new Error('not signed')
      }),
    }
  }
  const rounds = async (count: number): Promise<Times> => {
    const times: Times = { 'page image': [], 'sign-in': [], upload: [], signature: [] }
    for (let n = 0; n < count; n += 1) {
      const took = await round()
      for (const kind of kinds) times[kind].push(took[kind])
    }
    return times
  }
  return { round, rounds, refused: () => refused }
}

/** Has the file there where it can be asked for, and gives what floods. */
async function openAttack(
  product: Product,
  file: HostilePdf,
  index: number,
  eve: Person | null,
): Promise<() => Promise<unknown>> {
  const nonce = index * 1000
  const from = { 'x-forwarded-for': `203.0.113.${index + 1}` }
  const scaleOf = (n: number) => 100 + Math.floor(n / Math.max(1, file.pages))
  const each = (work: (n: number) => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: atOnce }, (_, n) => work(n).catch(() => null)))
  const content = (n: number) => file.make(nonce + n + (eve ? 0 : 500)).toString('base64')
  if (eve) {
    const create = (n: number) =>
      product.ask(
        createSignatureRequest,
        { body: { title: 'Eve', documents: [{ name: 'a.pdf', content: content(n) }] } },
        eve.as,
        from,
      )
    if (file.pages === 0) return each(create)
    const reply = await create(0)
    const id = reply.ok ? (reply.body.documents[0]?.id ?? '') : ''
    return each((n) =>
      product.ask(
        getDocumentPage,
        { params: { id, n: String(n % file.pages) }, query: { scale: String(scaleOf(n)) } },
        eve.as,
        from,
      ),
    )
  }
  const validate = (n: number) =>
    product.ask(validateDocument, { query: {}, body: { content: content(n) } }, undefined, from)
  if (file.pages === 0) return each(validate)
  const reply = await validate(0)
  const id = reply.ok ? ((reply.body as { id?: string }).id ?? '') : ''
  return each((n) =>
    product.ask(
      getValidationPage,
      { params: { id, revision: '1', n: String(n % file.pages) }, query: { scale: scaleOf(n) } } as never,
      undefined,
      from,
    ),
  )
}

/** Megabytes that a process holds, looked at often; what a thread does in one call the process's own maximum tells. */
function watchMemory(pid: number): { stop(): number } {
  let peak = 0
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }
  const timer = setInterval(() => void look(), 20)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}
