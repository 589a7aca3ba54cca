import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type Base64Decoder, base64Decoder } from './base64-decoder.ts'
import { type JsonEvents, jsonScanner } from './json-scanner.ts'
import { fileSpool, type SpooledFile } from './file-spool.ts'

/** What remains of a body without its files is parsed in one piece, while all other calls wait. */
const jsonLimit = 4 * 1024 * 1024
/** As many as the largest call takes: signing 25 requests with 50 documents each. */
const filesAtMost = 25 * 50
/** Not base64: the schema refuses it and names the field. */
const invalid = '~'

const filesOf = new WeakMap<FastifyRequest, Map<string, SpooledFile>>()

interface Limits {
  /** Paths of the members that are files, such as `content` or `documents.*.content`. */
  readonly members: readonly string[]
  /** Bytes of the whole body. */
  readonly sizeLimit: number
}

/**
 * Takes the files out of a JSON body while it arrives. Each is decoded and spooled, and the parser sees its SHA-256 in its place:
 * a file of 30 MB takes neither its size in memory nor the time of other calls.
 */
export function readFiles(
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: RequestPayload },
  limits: Limits,
): RequestPayload {
  const files = new Map<string, SpooledFile>()
  filesOf.set(request, files)
  const spool = openSpool(files, limits.members[0] ?? '')
  if (reply.raw.closed) void spool.close()
  else reply.raw.once('close', () => void spool.close())
  const json: RequestPayload = Readable.from(split(), { objectMode: false })
  return json

  async function* split(): AsyncGenerator<Buffer> {
    const scan = jsonScanner(limits.members, spool)
    let size = 0
    let jsonSize = 0
    try {
      // The connection is still needed, for the response.
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length
        json.receivedEncodedLength = size
        if (size > limits.sizeLimit) throw new Refusal('document.too_large')
        scan(chunk)
        for (const bytes of await spool.flush()) {
          jsonSize += bytes.length
          // What is left of the body, without its files.
          if (jsonSize > jsonLimit) throw new Refusal('request.too_large')
          yield bytes
        }
      }
    } finally {
      payload.resume()
    }
  }
}

/** The content of a file member; also of one that was left in the body, or came to a call that spools none. */
export function fileOf(request: FastifyRequest, given: string): AsyncIterable<Uint8Array> | Uint8Array {
  return filesOf.get(request)?.get(given)?.read() ?? Buffer.from(given, 'base64')
}

interface Spool extends JsonEvents {
  /** Writes files to disk; returns the JSON that was found since the last time. */
  flush(): Promise<readonly Buffer[]>
  close(): Promise<void>
}

function openSpool(files: Map<string, SpooledFile>, member: string): Spool {
  const spool = fileSpool()
  const json: Buffer[] = []
  let count = 0
  let decoder: Base64Decoder = base64Decoder()
  return {
    json: (bytes) => void json.push(bytes),
    begin() {
      if (++count > filesAtMost) throw wrongField(member, 'too_big', `At most ${filesAtMost} files`)
      decoder = base64Decoder()
      spool.begin()
    },
    text: (part) => spool.add(decoder.push(part)),
    end() {
      spool.add(decoder.end())
      const file = spool.end()
      if (!decoder.isValid) return invalid
      if (file.size === 0) return ''
      if (!files.has(file.digest)) files.set(file.digest, file)
      return file.digest
    },
    async flush() {
      try {
        await spool.flush()
      } catch (cause) {
        throw new Refusal('service.unavailable', { retryAfter: 60, cause })
      }
      return json.splice(0)
    },
    close: () => spool.close(),
  }
}
