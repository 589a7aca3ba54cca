import { hasLinkFlag, linkParameter } from './link-parameters.ts'

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

export function readExitRedirect(query: URLSearchParams): ExitRedirect {
  const exitUrl = webAddress(linkParameter(query, 'exiturl'))
  return {
    exitUrl,
    errorUrl: webAddress(linkParameter(query, 'errorurl')) || exitUrl,
    declineUrl: webAddress(linkParameter(query, 'declineurl')) || exitUrl,
    timeout: seconds(linkParameter(query, 'redirecttimeout')),
    shouldDeclineRedirect: hasLinkFlag(query, 'declineredirect'),
  }
}

/** An http or https address, or nothing. In https://bank.example@evil.example/ the name before the @ is not the host: refused. */
function webAddress(given: string | null): string {
  if (given === null || !URL.canParse(given)) return ''
  const { protocol, username, password, href } = new URL(given)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? href : ''
}

const [shortest, longest, usual] = [10, 90, 45]

function seconds(given: string | null): number {
  const number = given === null || given.trim() === '' ? Number.NaN : Number(given)
  if (!Number.isFinite(number)) return usual
  return number === 0 ? 0 : Math.min(Math.max(Math.round(number), shortest), longest)
}

/**
 * Seconds before the page is left; 0 is at once. Where nothing vouches for the link, nobody leaves before they can read where
 * to.
 */
export function exitDelay({ timeout }: ExitRedirect, isLinkKnown: boolean): number {
  return isLinkKnown ? timeout : Math.max(timeout, shortest)
}

/** Where this end leads; empty: nowhere. */
export function exitOf(exits: ExitRedirect, end: ExitEnd): string {
  if (end === 'signed') return exits.exitUrl
  if (end === 'error') return exits.errorUrl
  return exits.shouldDeclineRedirect ? exits.declineUrl : ''
}

const storageKey = (requestId: string) => `countersign.exits.${requestId}`

/** Kept while this tab is open, for this request: signing in may lie in between. */
export function keepExits(requestId: string, query: URLSearchParams): void {
  sessionStorage.setItem(storageKey(requestId), JSON.stringify(readExitRedirect(query)))
}

export function storedExits(requestId: string): ExitRedirect | null {
  const text = sessionStorage.getItem(storageKey(requestId))
  return text === null ? null : (JSON.parse(text) as ExitRedirect)
}

export function forgetExits(requestId: string): void {
  sessionStorage.removeItem(storageKey(requestId))
}
