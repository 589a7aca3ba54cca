/** What does not count in a search: capitals, marks over letters, how a letter is encoded, and soft hyphens. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00AD]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\s+/gu, ' ')
}
