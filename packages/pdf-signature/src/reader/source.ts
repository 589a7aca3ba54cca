import { PdfError } from '../pdf-error.ts'
import type { Budget } from './budget.ts'
import { isWhite } from './lexer.ts'
import type { Cursor } from './lexer.ts'

/**
 * A file: its bytes, or the original followed by the revisions appended since. An object never lies across two
 * chunks, because a revision is appended whole; so a long original is never copied to add a short tail to it.
 */
export type PdfBytes = Uint8Array | readonly Uint8Array[]

export interface Source {
  readonly chunks: readonly { readonly start: number; readonly bytes: Uint8Array }[]
  readonly length: number
}

export function sourceOf(bytes: PdfBytes): Source {
  let length = 0
  const chunks = (bytes instanceof Uint8Array ? [bytes] : bytes)
    .filter((chunk) => chunk.length > 0)
    .map((chunk) => {
      const start = length
      length += chunk.length
      return { start, bytes: chunk }
    })
  return { chunks, length }
}

/** A cursor at the offset from the start of the file. Throws `damaged` for an offset outside it. */
export function cursorAt(source: Source, offset: number, budget: Budget): Cursor {
  const chunk = source.chunks.findLast(({ start }) => start <= offset)
  if (!chunk || offset - chunk.start >= chunk.bytes.length) {
    throw new PdfError('damaged', `Offset ${offset} lies outside the file`)
  }
  return { bytes: chunk.bytes, pos: offset - chunk.start, budget }
}

/**
 * The offset, or where the white space ends that it points at: some producers write where the line before an object
 * ends, and readers skip white space, all alike.
 */
export function skipWhiteAt(source: Source, offset: number): number {
  let at = offset
  while (at < offset + WHITE_AT_MOST && isWhite(byteAt(source, at))) at++
  return isWhite(byteAt(source, at)) ? offset : at
}

const WHITE_AT_MOST = 16

function byteAt(source: Source, offset: number): number | undefined {
  const chunk = source.chunks.findLast(({ start }) => start <= offset)
  return chunk?.bytes[offset - chunk.start]
}

/** Calls `visit` with the pieces of the file from `start` up to `end`, without copying them. */
export function eachPiece(
  source: Source,
  start: number,
  end: number,
  visit: (piece: Uint8Array) => void,
): void {
  for (const chunk of source.chunks) {
    const from = Math.max(start - chunk.start, 0)
    const to = Math.min(end - chunk.start, chunk.bytes.length)
    if (from < to) visit(chunk.bytes.subarray(from, to))
  }
}

/** The bytes from `start` up to `end`; a view where they lie in one chunk. */
export function sliceSource(source: Source, start: number, end: number): Uint8Array {
  const pieces: Uint8Array[] = []
  eachPiece(source, start, end, (piece) => pieces.push(piece))
  const [only] = pieces
  return pieces.length === 1 && only ? only : Buffer.concat(pieces)
}

/** A Buffer over the same memory, for its fast `indexOf`. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The file up to `end`, as chunks: an earlier state of a file that was appended to. */
export function cutSource(source: Source, end: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  eachPiece(source, 0, end, (piece) => pieces.push(piece))
  return pieces
}
