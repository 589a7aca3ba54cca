import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { directActions } from '#web/features/request-actions/action-calls.ts'
import { AttachmentList } from '#web/features/request-actions/attachment-list.tsx'
import type { DirectLink } from './direct-queries.ts'

/** What goes with the documents. Loaded where there is something. */
export function DirectAttachments(props: {
  link: DirectLink
  request: SignatureRequest
  token: (renew: boolean) => Promise<string>
}) {
  return (
    <section
      aria-labelledby="attachments-title"
      className="rounded-sheet border border-line bg-sheet px-3 py-2"
    >
      <h2 id="attachments-title" className="text-sm font-medium">
        <Trans>Attachments (not signed)</Trans>
      </h2>
      <AttachmentList
        attachments={props.request.attachments}
        download={directActions(props.link, props.token).downloadAttachment}
      />
    </section>
  )
}
