import { readPastedPeople } from '#web/lib/forms/pasted-people.ts'

/** The emails of a file, one on each line. Its heading goes; a row without an email stays, to be put right. */
export function emailsOfTable(text: string): readonly string[] {
  const rows = text.split(/\r\n|\r|\n/).filter((row) => row.trim() !== '')
  const isHeading = rows[0]?.includes('@') === false
  return rows.slice(isHeading ? 1 : 0).map((row) => readPastedPeople(row).people[0]?.email ?? row.trim())
}

/** UTF-8 or UTF-16; what is neither is a spreadsheet's export of older days. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
