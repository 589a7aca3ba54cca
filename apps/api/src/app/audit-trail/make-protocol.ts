import { createHash } from 'node:crypto'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { signPdf } from '#api/signing/signing/engine/sign-pdf.ts'
import { OverLimit, type Task } from '#api/platform/threads/task.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { gatherProtocol, type Readable } from './gather-protocol.ts'
import type { Protocol, ProtocolLanguage } from './protocol.ts'
import { renderProtocolHtml } from './protocol-html.ts'
import { presentProtocolJson } from './protocol-json.ts'
import { protocolPage } from './protocol-page.ts'
import type { renderProtocolPdf } from './protocol-pdf.ts'
import { presentReport } from './published-report.ts'

export type ProtocolType = 'PDF' | 'JSON' | 'HTML'

interface Order {
  readonly requestId: string
  readonly type: ProtocolType
  readonly language: ProtocolLanguage
  /** JSON as clients of the integration API read it. */
  readonly isForProgram?: boolean
  /** Null: the product itself, for a mail. */
  readonly actor: Participant | null
  /** Left out: neither values nor numbers, for what goes to everybody. */
  readonly readable?: Readable
}

/** Makes the audit trail for the person who may have it; the caller asks that. Making one is evidence as well. */
export async function makeProtocol(context: Context, order: Order): Promise<FileAnswer> {
  const trail = await renderTrail(context, order)
  await transaction(context.db, (tx) => recordTrail(context, tx, order, trail))
  const { contentType, content, extension } = trail
  return { contentType, content, fileName: `${order.requestId}_protocol.${extension}` }
}

/** Makes it, and writes nothing down yet. */
export async function renderTrail(context: Context, order: Order): Promise<MadeTrail> {
  const protocol = await gatherProtocol(context, order.requestId, order.readable)
  return { ...(await render(context, protocol, order)), chainHead: protocol.chain.head }
}

export function recordTrail(
  context: Context,
  tx: Transaction,
  { requestId, type, actor }: Order,
  { content, chainHead }: MadeTrail,
): Promise<void> {
  return appendEvent(tx, requestId, {
    type: 'protocol_made',
    at: context.now(),
    actor: actor ? eventActor(actor) : systemActor,
    data: { type, sha256: createHash('sha256').update(content).digest('hex'), chainHead },
  })
}

interface RenderedTrail {
  readonly contentType: string
  readonly content: Uint8Array
  readonly extension: string
}

interface MadeTrail extends RenderedTrail {
  readonly chainHead: Protocol['chain']['head']
}

async function render(context: Context, protocol: Protocol, order: Order): Promise<RenderedTrail> {
  switch (order.type) {
    case 'JSON': {
      const trail = order.isForProgram ? presentReport(protocol) : presentProtocolJson(protocol)
      const content = Buffer.from(JSON.stringify(trail, null, 2))
      return { contentType: 'application/json; charset=utf-8', content, extension: 'json' }
    }
    case 'HTML': {
      const content = Buffer.from(renderProtocolHtml(protocol, order.language))
      return { contentType: 'text/html; charset=utf-8', content, extension: 'html' }
    }
    case 'PDF': {
      const content = await renderPdf(context, protocol, order.language)
      return { contentType: 'application/pdf', content, extension: 'pdf' }
    }
  }
}

const pictureBytesAtMost = 12_000_000

/** The first signers' images, as many as the compiler takes without trouble: some 400 usual ones. The page says whose are missing. */
function withinBytes(pictures: readonly (readonly string[])[]): string[][] {
  let left = pictureBytesAtMost
  return pictures.map((own) => own.filter((png) => (left -= png.length) >= 0))
}

const task: Task<Parameters<typeof renderProtocolPdf>[0], Uint8Array> = {
  module: new URL('./protocol-pdf.ts', import.meta.url),
  name: 'renderProtocolPdf',
}

async function renderPdf(
  context: Context,
  protocol: Protocol,
  language: ProtocolLanguage,
): Promise<Uint8Array> {
  const pictures = withinBytes(protocol.signers.map((signer) => signer.pictures))
  const page = protocolPage(protocol, language, pictures)
  const given = { page, logo: protocol.business?.logo ?? null, pictures, madeAt: protocol.madeAt }
  try {
    const unsigned = await context.threads.render.run(task, given, { timeLimit: 30_000 })
    return await signPdf(context, unsigned, {
      fieldName: 'Protocol',
      signerName: 'Countersign',
      reason: page.heading,
      time: protocol.madeAt,
    })
  } catch (error) {
    if (error instanceof OverLimit) throw new Refusal('service.saturated', { retryAfter: 2, cause: error })
    // One that failed rests for half a minute before it is asked first again.
    if (error instanceof TimestampUnavailable)
      throw new Refusal('service.unavailable', { retryAfter: 30, cause: error })
    throw error
  }
}
