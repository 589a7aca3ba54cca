import type { Legislation } from '@countersign/contract/values.ts'
import { directIdentification } from './direct-link.ts'
import { paths } from '../paths.ts'

interface IdentificationTarget {
  readonly law: Legislation
  /** The request that one is asked to sign, and goes back to. */
  readonly requestId: string
  /** The secret of the link, of someone who came by one. */
  readonly userId?: string | undefined
}

/** Where one is identified for a signature: with an account, or by the link and with what else its address says. */
export function identificationAddress(
  { law, requestId, userId }: IdentificationTarget,
  search = location.search,
): string {
  const page = law === 'EIDAS' ? 'eidas' : 'zertes'
  if (userId === undefined) return `${paths.qualities(page)}?request=${encodeURIComponent(requestId)}`
  const address = directIdentification(page, { id: requestId, userid: userId })
  const rest = new URLSearchParams(search).toString()
  return rest === '' ? address : `${address}&${rest}`
}
