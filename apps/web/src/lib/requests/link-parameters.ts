/** What the address of a signing link may say (docs/api.md). */
const exitNames = ['exiturl', 'errorurl', 'declineurl', 'redirecttimeout', 'declineredirect'] as const
export type LinkParameter = (typeof exitNames)[number] | 'hidedownload' | 'returnurl'

/** exitURL, exitUrl, EXITURL and exit_url are one name. */
const nameOf = (spelling: string) => spelling.replaceAll('_', '').toLowerCase()

/** The first value the address gives under any spelling of the name; null where it gives none. */
export function linkParameter(query: URLSearchParams, name: LinkParameter): string | null {
  return [...query].find(([spelling]) => nameOf(spelling) === name)?.[1] ?? null
}

/** A flag is set by its name alone, whatever its value. */
export function hasLinkFlag(query: URLSearchParams, name: 'declineredirect' | 'hidedownload'): boolean {
  return linkParameter(query, name) !== null
}

/** The address of this page says that a visitor isn't offered the signed documents. */
export const hidesDownload = (): boolean => hasLinkFlag(new URLSearchParams(location.search), 'hidedownload')

export function hasExitParameters(query: URLSearchParams): boolean {
  return exitNames.some((name) => linkParameter(query, name) !== null)
}
