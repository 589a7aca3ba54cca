export interface Typesetting {
  readonly source: string
  /** What the source reads as `sys.inputs`. */
  readonly inputs?: Readonly<Record<string, string>>
  /** When it is made: then it is a PDF/A-2a (ISO 19005-2), where the compiler can make one. */
  readonly archivedAt?: Date
}

/** Sets pages: source in, PDF out. */
export interface Typst {
  pdf(typesetting: Typesetting): Uint8Array
}

export type OpenTypst = (fonts: readonly Uint8Array[]) => Promise<Typst>

/** The source cannot be set, with what typst says of it. */
export class NotTypeset extends Error {
  override name = 'NotTypeset'
}
