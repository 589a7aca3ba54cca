import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { digestPart } from './idempotency-keys/form-digest.ts'

/** What a multipart body may have around the file. */
const overhead = 1024 * 1024

export interface FormFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  /** The texts of the form; complete once the content has been read. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * The one file of a multipart body, named `file` or as `names` says (null: whatever its name), as it comes; `limit` is what it may have. Whatever
 * else the form has, apart from `texts`, is refused by its name, at the end of the file at the latest: nothing is dropped
 * in silence.
 */
export async function readMultipart(
  request: FastifyRequest,
  limit: number,
  names: readonly [string, ...string[]] | null = ['file'],
  texts: readonly string[] = [],
): Promise<FormFile> {
  if (Number(request.headers['content-length'] ?? 0) > limit + overhead)
    throw new Refusal('document.too_large')
  // One more than is taken, so that there is something to name.
  const { parts, part: first } = await openForm(request, limit, texts.length)
  const fields = new Map<string, string>()
  const part = await skipTexts(first, parts, texts, fields)
  if (!part) throw wrongField(names?.[0] ?? 'file', 'required', 'This field is required')
  if (part.type === 'file') drainWhenLeft(request, part.file)
  if (part.type === 'field' || names?.includes(part.fieldname) === false) {
    refusePart(request, part)
    throw unexpected(part.fieldname)
  }
  return { name: part.filename, content: contentOf(request, part, parts, { texts, fields }), fields }
}

type Parts = ReturnType<FastifyRequest['parts']>
type Part = Awaited<ReturnType<Parts['next']>>['value']

/** Reads the texts that are there and gives the part after them. */
async function skipTexts(
  first: Part,
  parts: Parts,
  texts: readonly string[],
  fields: Map<string, string>,
): Promise<Part> {
  let part = first
  while (part?.type === 'field' && texts.includes(part.fieldname)) {
    fields.set(part.fieldname, String(part.value))
    part = (await parts.next()).value
  }
  return part
}

async function openForm(request: FastifyRequest, limit: number, texts: number) {
  try {
    const parts = request.parts({ limits: { files: 2, fields: 1 + texts, fileSize: limit + overhead } })
    const { value: part } = await parts.next()
    return { parts, part }
  } catch (error) {
    // What the reader of forms has no code for is a form that it cannot read, such as one with an endless boundary.
    if (typeof (error as { code?: unknown }).code === 'string') throw error
    throw new Refusal('request.malformed', { cause: error })
  }
}

async function* contentOf(
  request: FastifyRequest,
  part: MultipartFile,
  others: Parts,
  { texts, fields }: { readonly texts: readonly string[]; readonly fields: Map<string, string> },
): AsyncGenerator<Uint8Array> {
  const digest = digestPart(request, part)
  for await (const chunk of part.file as AsyncIterable<Uint8Array>) {
    digest?.update(chunk)
    yield chunk
  }
  const another = await skipTexts((await others.next()).value, others, texts, fields)
  for (const [name, value] of fields) digest?.update(`${JSON.stringify([name, value])}\n`)
  if (!another) return
  refusePart(request, another)
  throw unexpected(another.fieldname)
}

function unexpected(field: string): Refusal {
  return wrongField(field, 'unexpected', 'The form takes one file and nothing else')
}

function refusePart(request: FastifyRequest, part: { type: string; file?: Readable }): void {
  part.file?.destroy()
  setImmediate(() => request.raw.resume())
}

/**
 * Who stops reading in the middle leaves the rest of the body in the socket: unread, it would keep the connection open
 * for ever, and a browser sees the answer only when it has sent everything. So it is read and thrown away.
 */
function drainWhenLeft(request: FastifyRequest, file: Readable): void {
  file.once('close', () => {
    if (!file.readableEnded) setImmediate(() => request.raw.resume())
  })
}
