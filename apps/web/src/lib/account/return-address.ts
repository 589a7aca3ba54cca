import { isWorthReturning } from './guards.ts'
import { isOwnPath, paths } from '../paths.ts'

const returnKey = 'countersign.return-to'
const emailKey = 'countersign.login-email'

export function rememberTarget(target: string): void {
  if (isWorthReturning(target)) sessionStorage.setItem(returnKey, target)
}

/** Where the visitor wanted to go before signing in; the dashboard otherwise. */
export function rememberedTarget(): string {
  const target = sessionStorage.getItem(returnKey)
  return target !== null && isOwnPath(target) ? target : paths.home()
}

/** The same, taken once. */
export function takeTarget(): string {
  const target = rememberedTarget()
  forgetTarget()
  return target
}

export function forgetTarget(): void {
  sessionStorage.removeItem(returnKey)
}

/** An email that came in an address prefills the sign-in. */
export function rememberEmail(email: string): void {
  sessionStorage.setItem(emailKey, email)
}

export function rememberedEmail(): string {
  return sessionStorage.getItem(emailKey) ?? ''
}
