import type { Arrival, Decision } from '../visit.ts'

/** 3. An email in the address prefills signing in, where it is one. */
export function prefilledEmail({ query }: Arrival): Decision | null {
  const given = query.get('email')
  return given?.includes('@') ? { kind: 'keep-email', given } : null
}
