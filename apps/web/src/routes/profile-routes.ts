import type { AnyRoute } from '@tanstack/react-router'

/** One's own account. */
export function profileRoutes(_parent: () => AnyRoute): AnyRoute[] {
  return []
}
