import { line } from '@countersign/contract/values.ts'

const storageKey = 'countersign.ucc'
const Code = line(100, 1)

/** The code of the person who referred this visitor, from the address: kept until an account is made, in any tab. */
export function keepReferralCode(search: string): void {
  const query = new URLSearchParams(search)
  const code = Code.safeParse(query.get('celloUCC') ?? query.get('ucc'))
  if (code.success) localStorage.setItem(storageKey, code.data)
}

export function referralCode(): string | null {
  const code = Code.safeParse(localStorage.getItem(storageKey))
  return code.success ? code.data : null
}

export function forgetReferralCode(): void {
  localStorage.removeItem(storageKey)
}
