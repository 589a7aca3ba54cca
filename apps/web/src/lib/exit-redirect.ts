/** Where a person goes after signing, when the address they came with says so (specification, sections 2 and 5). */
export interface ExitRedirect {
  /** Empty: nowhere. */
  readonly exitUrl: string
  readonly errorUrl: string
  readonly declineUrl: string
  /** Seconds. 0: at once. */
  readonly timeout: number
  readonly shouldDeclineRedirect: boolean
}

export type ExitEnd = 'signed' | 'declined' | 'error'

const names = ['exitUrl', 'errorUrl', 'declineUrl', 'redirectTimeout', 'declineRedirect'] as const
type Name = (typeof names)[number]

/** exitUrl, exiturl and exit_url. */
function spellings(name: Name): string[] {
  return [name, name.toLowerCase(), name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)]
}

function read(query: URLSearchParams, name: Name): string | null {
  const spelling = spellings(name).find((candidate) => query.has(candidate))
  return spelling === undefined ? null : query.get(spelling)
}

export function hasExitParameters(query: URLSearchParams): boolean {
  return names.some((name) => read(query, name) !== null)
}

export function readExitRedirect(query: URLSearchParams): ExitRedirect {
  const exitUrl = webAddress(read(query, 'exitUrl'))
  const flag = read(query, 'declineRedirect')
  return {
    exitUrl,
    errorUrl: webAddress(read(query, 'errorUrl')) || exitUrl,
    declineUrl: webAddress(read(query, 'declineUrl')) || exitUrl,
    timeout: seconds(read(query, 'redirectTimeout')),
    shouldDeclineRedirect: flag !== null && flag !== 'false' && flag !== '0',
  }
}

/** An http or https address, or nothing. */
function webAddress(given: string | null): string {
  if (given === null || !URL.canParse(given)) return ''
  const { protocol, href } = new URL(given)
  return protocol === 'https:' || protocol === 'http:' ? href : ''
}

const [shortest, longest, usual] = [10, 90, 45]

function seconds(given: string | null): number {
  const number = given === null || given.trim() === '' ? Number.NaN : Number(given)
  if (!Number.isFinite(number)) return usual
  return number === 0 ? 0 : Math.min(Math.max(Math.round(number), shortest), longest)
}

/** Where this end leads; empty: nowhere. */
export function exitOf(exits: ExitRedirect, end: ExitEnd): string {
  if (end === 'signed') return exits.exitUrl
  if (end === 'error') return exits.errorUrl
  return exits.shouldDeclineRedirect ? exits.declineUrl : ''
}

const storageKey = (requestId: string) => `countersign.exits.${requestId}`

/** Kept while this tab is open, for this request: signing in may lie in between. */
export function keepExits(requestId: string, exits: ExitRedirect): void {
  sessionStorage.setItem(storageKey(requestId), JSON.stringify(exits))
}

export function keptExits(requestId: string): ExitRedirect | null {
  const text = sessionStorage.getItem(storageKey(requestId))
  return text === null ? null : (JSON.parse(text) as ExitRedirect)
}
