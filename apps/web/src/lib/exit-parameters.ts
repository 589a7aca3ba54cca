const names = ['exitUrl', 'errorUrl', 'declineUrl', 'redirectTimeout', 'declineRedirect'] as const
type Name = (typeof names)[number]

/** exitUrl, exiturl and exit_url: the three spellings that are taken. */
function spellings(name: Name): string[] {
  return [name, name.toLowerCase(), name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)]
}

/** What the address says under any spelling of the name; null where it says nothing. */
export function exitParameter(query: URLSearchParams, name: Name): string | null {
  const spelling = spellings(name).find((candidate) => query.has(candidate))
  return spelling === undefined ? null : query.get(spelling)
}

export function hasExitParameters(query: URLSearchParams): boolean {
  return names.some((name) => exitParameter(query, name) !== null)
}
