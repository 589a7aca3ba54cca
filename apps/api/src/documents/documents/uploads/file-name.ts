import { officeKinds } from '#api/providers/office/port.ts'

/** The name of an upload: without folders, control characters and what turns the direction of writing; never empty. */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    // oxlint-disable-next-line no-control-regex -- control characters are what is being removed
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g, '')
    .toWellFormed()
    .trim()
    .replace(/^\.+/, '')
  return shorten(clean, 255) || 'document.pdf'
}

/** Of what is kept as a PDF, whatever it was uploaded as. */
const extension = new RegExp(`\\.(pdf|png|jpe?g|${officeKinds.join('|')})$`, 'i')

/** What people call it: the name without its extension. */
export function titleOf(name: string): string {
  return shortTitle(name.replace(extension, '').trim()) || 'document'
}

/** As long as the title of a signature request may be. */
export const shortTitle = (title: string): string => shorten(title, 200)

/** Not in the middle of a character outside the basic plane. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
