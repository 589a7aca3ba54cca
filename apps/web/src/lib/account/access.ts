/** Who someone is to the product (specification, section 6), in ascending order. `nas` came by a direct-sign link. */
export const roles = ['unauthenticated', 'nas', 'user', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may open a route. */
export interface Access {
  readonly roles: readonly Role[]
  /** The listed roles exactly: a higher one is not enough. */
  readonly strict?: boolean
}

export const everyone: Access = { roles: ['unauthenticated', 'nas', 'user'] }

export function admits({ roles: admitted, strict }: Access, role: Role): boolean {
  if (strict) return admitted.includes(role)
  return admitted.some((lowest) => roles.indexOf(lowest) <= roles.indexOf(role))
}
