import { Readable } from 'node:stream'
import type { FileAnswer } from '#api/platform/http/bind.ts'

/** Whether a client would rather have JSON than the file: of two that it weighs the same, the one it names first. */
export function prefersJson(accept: string | undefined): boolean {
  const [json, file] = [preferenceFor(accept, 'application/json'), preferenceFor(accept, 'application/pdf')]
  if (json.weight === 0) return false
  return json.weight === file.weight ? json.place < file.place : json.weight > file.weight
}

/** For a media type that is named as such; a wildcard names none (RFC 9110 §12.5.1). */
function preferenceFor(accept: string | undefined, type: string): { weight: number; place: number } {
  for (const [place, one] of (accept ?? '').split(',').entries()) {
    const [named = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    if (named !== type) continue
    const weight = parameters.find((part) => part.startsWith('q='))
    return { weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0, place }
  }
  return { weight: 0, place: Infinity }
}

/** The file as a JSON object, its content in base64. Written as it is read: a file of 100 MB takes no more memory. */
export function asJson({ contentType, content }: FileAnswer, size: number): FileAnswer {
  const source = content instanceof Uint8Array ? Readable.from([content]) : content
  return { contentType: 'application/json; charset=utf-8', content: Readable.from(written()) }

  async function* written(): AsyncGenerator<string> {
    yield `{"content_type":${JSON.stringify(contentType)},"content_size":${size},"content":"`
    yield* base64(source)
    yield '"}'
  }
}

/** Three bytes are four characters: what is left of a piece goes before the next one. */
async function* base64(source: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
    const whole = bytes.length - (bytes.length % 3)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}
