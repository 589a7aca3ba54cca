import type { Legislation } from '#web/features/signature-standards/standards.ts'

/** How somebody can be identified (specification, section 5). */
export type Method = 'video' | 'self' | 'auto' | 'loc' | 'id-austria' | 'external-sc'

const methods = {
  EIDAS: { covered: ['video', 'self', 'id-austria'], uncovered: ['id-austria', 'external-sc'] },
  ZERTES: { covered: ['video', 'loc', 'auto'], uncovered: ['loc', 'external-sc'] },
} as const satisfies Record<Legislation, Record<'covered' | 'uncovered', readonly Method[]>>

/** The methods that are offered under a law, by whether a business pays for the identification. */
export function methodsFor(legislation: Legislation, covered: boolean): readonly Method[] {
  return methods[legislation][covered ? 'covered' : 'uncovered']
}

export interface ListedMethod {
  method: Method
  /** Offered only where a business pays for it, only where none does, or either way. */
  when: 'covered' | 'uncovered' | 'always'
}

/** Every method under a law, for somebody of whom it is not known who pays. */
export function allMethods(legislation: Legislation): ListedMethod[] {
  const [covered, uncovered] = [methodsFor(legislation, true), methodsFor(legislation, false)]
  return [...new Set([...covered, ...uncovered])].map((method) => ({
    method,
    when: !uncovered.includes(method) ? 'covered' : covered.includes(method) ? 'always' : 'uncovered',
  }))
}
