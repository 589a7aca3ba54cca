import type { ListItem, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { isCallError } from '../calls/call-error.ts'

type Listed = Pick<ListItem, 'id' | 'title'>

export interface RequestReading {
  readonly requests: readonly SignatureRequest[]
  /** Gone since they were listed, or not to be read for another reason. */
  readonly unread: readonly { readonly item: Listed; readonly failure: unknown }[]
}

/** How each stands now. One that can’t be read keeps no other back; where the service can’t be reached, that is the failure. */
export async function readRequests(
  items: readonly Listed[],
  read: (item: Listed) => Promise<SignatureRequest>,
): Promise<RequestReading> {
  const all = await Promise.allSettled(items.map(read))
  const requests = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const unread = all.flatMap((one, index) =>
    one.status === 'rejected' ? [{ item: items[index]!, failure: one.reason as unknown }] : [],
  )
  const [first] = unread
  if (requests.length === 0 && first && !unread.some(({ failure }) => isGone(failure))) throw first.failure
  return { requests, unread }
}

export const isGone = (failure: unknown): boolean => isCallError(failure, 'not_found')
