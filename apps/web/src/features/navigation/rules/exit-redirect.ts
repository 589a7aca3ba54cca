import { hasExitParameters } from '#web/lib/requests/link-parameters.ts'
import { isDirectPath } from '#web/lib/language/language.ts'
import type { Arrival, Decision } from '../visit.ts'

/** 2. On the pages on which one signs: where the address says that one goes afterwards. */
export function exitRedirect({ path, params, query }: Arrival): Decision | null {
  const signs = path.startsWith('/view/') || isDirectPath(path)
  if (!signs || params['id'] === undefined || !hasExitParameters(query)) return null
  return { kind: 'keep-exits', requestId: params['id'], query }
}
