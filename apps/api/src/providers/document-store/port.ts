import type { Readable } from 'node:stream'

/** What is stored is found by the SHA-256 of its content (hexadecimal), and never changes. */
export interface Stored {
  readonly sha256: string
  readonly size: number
}

/** Content that has come in and is not part of the store yet: it is looked at first. */
export interface Staged extends Stored {
  /** The path of a local file with the content. */
  readonly file: string
  /** When it resolves, the content is stored and on disk. */
  keep(): Promise<Stored>
  discard(): Promise<void>
}

export interface DocumentStore {
  /** Takes content in as it comes, hashing on the way. Above `limit` bytes it stops at once with ContentTooLarge. */
  stage(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<Staged>
  /** Stages and keeps. The same content twice is stored once. */
  write(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<Stored>
  /** Stores what is stored under `base` followed by `tail`: an incremental update costs its tail, not the whole. */
  append(base: string, tail: Uint8Array): Promise<Stored>
  /** The whole content, checked against its hash. Not to be changed: other readers may hold the same bytes. */
  read(sha256: string): Promise<Uint8Array>
  /** The content piece by piece; ends with ContentDamaged where it does not have this hash (any more). */
  stream(sha256: string): Promise<Readable>
  /** The path of a local file with the content, for a worker thread that reads it by itself. Only to be read. */
  file(sha256: string): Promise<string>
  has(sha256: string): Promise<boolean>
  /** Resolves where content can be kept at this moment; throws what is in the way. */
  probe(): Promise<void>
  /** Removing what is not there is no error. */
  remove(sha256: string): Promise<void>
  /** The same, but not what was written, or written again, since that time. */
  removeUnlessNew(sha256: string, before: Date): Promise<void>
  /**
   * Removes what nobody uses among what was last written before that time, and what was never written to its end.
   * Answers how much that was.
   */
  sweep(before: Date, isUsed: (sha256: string) => Promise<boolean>): Promise<number>
}

/** No room is left. */
export class StoreFull extends Error {
  override name = 'StoreFull'
}

/** Nothing is stored under this hash. */
export class ContentMissing extends Error {
  override name = 'ContentMissing'
}

/** What is stored no longer has its hash. */
export class ContentDamaged extends Error {
  override name = 'ContentDamaged'
}

/** More than the limit that was given. */
export class ContentTooLarge extends Error {
  override name = 'ContentTooLarge'
}
