import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import type * as loaded from '#web/features/request-actions/remove-requests.tsx'
import { readRequest } from '../row-actions.ts'

/** Asks first, by how each request stands now. */
export function openLoadedRemoval(
  { openRemoveRequests }: typeof loaded,
  items: readonly Pick<ListItem, 'id'>[],
  run: (items: readonly Pick<ListItem, 'id' | 'title'>[]) => void,
): void {
  openRemoveRequests({ read: () => Promise.all(items.map(readRequest)), run })
}
