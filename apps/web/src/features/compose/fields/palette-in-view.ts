/**
 * In view wherever the column is scrolled to: at its bottom while one is with the signers, at its top with the properties of a
 * field. Nothing between it and the column is a box of its own, or it would only stay within that.
 */
export const paletteInView =
  'sticky top-0 bottom-0 z-10 flex flex-col gap-2 border-y border-line bg-paper px-4 py-3'
