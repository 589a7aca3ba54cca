import type { PdfDict } from './objects.ts'
import type { XrefEntry, XrefRange } from './xref-section.ts'

export interface Xref {
  readonly trailer: PdfDict
  /** Offset of the newest section: what the next revision names as its /Prev. */
  readonly startXref: number
  readonly kind: 'table' | 'stream'
  /** One past the highest object number any section's /Size allows for. */
  readonly size: number
  readonly find: (num: number) => XrefEntry | undefined
  /** Of one that was rebuilt: all it found. */
  readonly found?: ReadonlyMap<number, XrefEntry>
  /** The sections, newest first. */
  readonly sections: readonly XrefSection[]
}

export interface XrefSection {
  readonly offset: number
  readonly ranges: XrefRange[]
  readonly trailer: PdfDict
  readonly kind: 'table' | 'stream'
  /** A stream that belongs to the table before it: a hybrid file's (ISO 32000-2 §7.5.8.4). */
  readonly isHybrid?: boolean
  /** Other readers may take what its trailer says, or how long it is, for something else. */
  readonly isMalformed?: boolean
}
