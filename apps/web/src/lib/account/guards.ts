/** Who a route is for, and where everybody else goes (specification, section 2, navigation rules 3 to 5). */
export type Audience = 'everyone' | 'unauthenticated' | 'user'

export type Decision = { kind: 'pass' } | { kind: 'login'; target: string } | { kind: 'home' }

interface Visit {
  audience: Audience
  signedIn: boolean
  /** Path and query of where the visitor wants to go. */
  target: string
}

export function decide({ audience, signedIn, target }: Visit): Decision {
  if (audience === 'user' && !signedIn) return { kind: 'login', target }
  if (audience === 'unauthenticated' && signedIn) return { kind: 'home' }
  return { kind: 'pass' }
}

/** What is not worth coming back to after signing in. */
export function isWorthReturning(target: string): boolean {
  return !/^\/(login|logout|sorry|bye|expired|signup|cookiesblocked|maintenance)?([/?]|$)/.test(target)
}
