import type { Readable } from 'node:stream'
import { ServiceAway } from '#api/platform/service-away.ts'

/** What is stored is found by the SHA-256 of its content (hexadecimal), and never changes. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** Content that has come in and is not part of the store yet: it is looked at first. */
export interface StagedContent extends StoredContent {
  /** The path of a local file with the content. */
  readonly file: string
  /** When it resolves, the content is stored and on disk. */
  keep(): Promise<StoredContent>
  discard(): Promise<void>
}

export interface DocumentStore {
  /** Takes content in as it comes, hashing on the way. Above `limit` bytes it stops at once with ContentTooLarge. */
  stage(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<StagedContent>
  /** Stages and keeps. The same content twice is stored once. */
  write(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<StoredContent>
  /** Stores what is stored under `base` followed by `tail`: an incremental update costs its tail, not the whole. */
  append(base: string, tail: Uint8Array): Promise<StoredContent>
  /** The whole content, checked against its hash. Not to be changed: other readers may hold the same bytes. */
  read(sha256: string): Promise<Uint8Array>
  /** The content piece by piece; ends with ContentDamaged where it does not have this hash (any longer). */
  stream(sha256: string): Promise<Readable>
  /** The path of a local file with the content, for a worker thread that reads it on its own. Only to be read. */
  file(sha256: string): Promise<string>
  has(sha256: string): Promise<boolean>
  /** Resolves where content can be kept at this moment; throws what is in the way. */
  probe(): Promise<void>
  /**
   * Takes content away: into the trash, where the store has one. Reading it brings it back from there. Removing what is
   * not there is no error.
   */
  remove(sha256: string): Promise<void>
  /** The same, but not what was written, or written again, since that time. */
  removeUnlessNew(sha256: string, before: Date): Promise<void>
  /**
   * Removes what nobody uses among what was last written before that time, and deletes what was never written to its end.
   * `mayRemove` is asked first, with everything that would go: where it says no, nothing goes. Answers what went.
   */
  sweep(
    before: Date,
    isUsed: (sha256: string) => Promise<boolean>,
    mayRemove?: (found: SweepPlan) => boolean,
  ): Promise<number>
  /** Deletes what came into the trash before that time; what is used again goes back to its place. Answers how much went. */
  emptyTrash(before: Date, isUsed: (sha256: string) => Promise<boolean>): Promise<number>
  /** How many contents came into the trash before that time. */
  countInTrash(before: Date): Promise<number>
  /** The hashes of what is stored, up to `limit` of them in no particular order. */
  sample(limit: number): Promise<string[]>
  /** All contents in the order of their hashes; what is only in the trash has a list of its own. */
  list(where: StorePlace): AsyncIterable<StoredContent>
  /** What is in the trash, and stays there. */
  streamFromTrash(sha256: string): Promise<Readable>
  /** Puts content from another store's trash into this one's; it is kept as long as other trash. */
  writeToTrash(content: AsyncIterable<Uint8Array>, sha256: string): Promise<void>
  /** A few words kept beside the content, by which an installation knows its store; null where there are none. */
  readNote(name: StoreNote): Promise<string | null>
  writeNote(name: StoreNote, words: string): Promise<void>
  removeNote(name: StoreNote): Promise<void>
  /** Where a person finds the store, or a note in it. */
  whereIs(name?: StoreNote): string
  /** The settings that choose this store, for a message to a person. */
  readonly settings: string
}

export type StorePlace = 'in place' | 'in the trash'

/** `evidence-heads`: those of the audit log that were signed last. `moved-to`: the documents were moved to another store. `in-use`: when a process last used it. */
export type StoreNote = 'installation' | 'last-clean-up' | 'evidence-heads' | 'moved-to' | 'in-use'

export interface SweepPlan {
  /** How many contents would be removed. */
  readonly unused: number
  /** How many contents there are. */
  readonly total: number
}

/** The store does not answer, or refuses what we ask of it. */
export class StoreUnavailable extends ServiceAway {
  override name = 'StoreUnavailable'
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
