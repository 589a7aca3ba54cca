declare module 'bidi-js' {
  export interface EmbeddingLevels {
    /** For each UTF-16 code unit. */
    readonly levels: Uint8Array
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[]
  }
  export interface Bidi {
    /** UAX #9 to rule I2; without a direction that of the first strong character. */
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): EmbeddingLevels
  }
  // oxlint-disable-next-line import/no-default-export -- as the package has it
  export default function bidiFactory(): Bidi
}
