/** What the confirmed link opened: kept in this tab between the steps, never in an address. */
export interface ConfirmedEmail {
  token: string
  email: string
  /** What was typed so far, should the page be left and come back. */
  firstName?: string
  lastName?: string
}

const confirmedKey = 'countersign.sign-up'
const sentKey = 'countersign.sign-up-mail'

export function keepConfirmed(confirmed: ConfirmedEmail): void {
  sessionStorage.setItem(confirmedKey, JSON.stringify(confirmed))
}

export function confirmedEmail(): ConfirmedEmail | null {
  const text = sessionStorage.getItem(confirmedKey)
  return text === null ? null : (JSON.parse(text) as ConfirmedEmail)
}

export function forgetConfirmed(): void {
  sessionStorage.removeItem(confirmedKey)
  sessionStorage.removeItem(sentKey)
}

export function keepMailAddress(email: string): void {
  sessionStorage.setItem(sentKey, email)
}

export function mailAddress(): string | null {
  return sessionStorage.getItem(sentKey)
}
