import { downloadZip } from '@countersign/contract/audit-trail.ts'
import { getSignatureRequest, remindSigners } from '@countersign/contract/signature-requests.ts'
import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { call } from '#web/lib/calls/api.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'

// Each failure is shown with its request.
const background = { background: true }

/** Does someone still have to sign what one has sent, or may edit? It names ten of them; who was reminded just now, the service knows. */
export function canRemind({ may_edit: mayEdit, status_overall }: ListItem): boolean {
  return mayEdit && status_overall === 'OPEN'
}

export const readRequest = ({ id }: Pick<ListItem, 'id'>) =>
  call(getSignatureRequest, { params: { id } }, background)

export const remind = ({ id }: Pick<ListItem, 'id'>) =>
  call(remindSigners, { params: { id }, body: {} }, background)

/** Documents and protocol as one zip. */
export async function download({ id, title }: Pick<ListItem, 'id' | 'title'>): Promise<void> {
  const file = await call(downloadZip, { params: { id }, query: { signed: 'true' } }, background)
  saveFile(file instanceof File ? file : new File([file], `${title}.zip`, { type: file.type }))
}
