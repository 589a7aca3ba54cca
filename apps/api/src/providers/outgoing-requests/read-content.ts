import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingRequestFailed } from './port.ts'

/** Sent in Accept-Encoding. Some servers use one of the others below regardless. */
export const acceptedEncodings = 'gzip, identity'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * The decompressed body as it arrives. The limit applies before and after decompression, so that neither an endless body
 * nor a decompression bomb takes more memory than a buffer.
 */
export async function* readContent(incoming: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (Number(incoming.headers['content-length']) > maxBytes) throw new OutgoingRequestFailed('too_large')
  if (encoding === 'identity' || encoding === '') return yield* upTo(incoming, maxBytes)
  // Nested encodings multiply the expansion, and no real server sends them.
  const decoder = decoders[encoding]
  if (!decoder) throw new OutgoingRequestFailed('invalid_response')
  const decoded = decoder()
  let received = 0
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) decoded.destroy(new OutgoingRequestFailed('too_large'))
  })
  yield* upTo(
    pipeline(incoming, decoded, () => {}),
    maxBytes,
  )
}

async function* upTo(source: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw new OutgoingRequestFailed('too_large')
      yield chunk
    }
  } catch (cause) {
    throw cause instanceof OutgoingRequestFailed
      ? cause
      : new OutgoingRequestFailed('invalid_response', { cause })
  }
}
