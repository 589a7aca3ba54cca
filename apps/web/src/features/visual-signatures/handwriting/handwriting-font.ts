/**
 * The handwriting fonts a typed signature is written in, and what each is good for: Caveat and Marck Script write Latin and
 * Cyrillic, Dancing Script Latin and Vietnamese, Homemade Apple Western European, Mynerve Greek, Latin and Vietnamese,
 * Aref Ruqaa Arabic, Gveret Levin Hebrew. `font-coverage.ts` has the letters themselves.
 */
export const handwritingFonts = [
  'Caveat',
  'Dancing Script',
  'Homemade Apple',
  'Marck Script',
  'Mynerve',
  'Aref Ruqaa',
  'Gveret Levin',
] as const
/** No handwriting, and letters for nearly every script. */
export const plainFont = 'Noto Sans'
export type HandwritingFont = (typeof handwritingFonts)[number] | typeof plainFont
