/** OOXML: its macros have one part, and with it endings of their own (docm, xlsm …), which are not accepted. */
const ooxml = /(^|\/)vbaProject\.bin$/i
/**
 * OpenDocument: modules of Basic libraries, and scripts in other languages. Files without macros may have empty libraries,
 * of which there are only the lists (`script-lc.xml`, `script-lb.xml`).
 */
const openDocument = /^(Basic\/[^/]+\/(?!script-lb\.xml$)[^/]+|Scripts\/(.*\/)?[^/]+)$/i

/** Whether an office file whose zip has these entries has macros. */
export function hasMacros(names: readonly string[]): boolean {
  return names.some((name) => ooxml.test(name) || openDocument.test(name))
}
