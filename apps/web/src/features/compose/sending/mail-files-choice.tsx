import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { loadBusiness } from '#web/lib/business/current-business.ts'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import type { MailFiles } from '../drafts/draft.ts'
import type { Compose } from '../use-compose.ts'

const ownQuery = { queryKey: ['own-business'], queryFn: loadBusiness }

/** What the mail of the end brings along, where one's business leaves that to the sender. */
export function MailFilesChoice({ compose: { draft, change } }: { compose: Compose }) {
  const { t } = useLingui()
  const own = useQuery(ownQuery)
  const settings = own.data?.business.settings.mailService.attachments
  if (!settings) return null
  const { signedDocument, signatureProtocol } = settings
  if (!signedDocument.customisable && !signatureProtocol.customisable) return null
  const choose = (chosen: Partial<MailFiles>) =>
    change((current) => ({ ...current, mailFiles: { ...current.mailFiles, ...chosen } }))
  return (
    <ChoiceGroup legend={t`Attach to the completion email`}>
      {signedDocument.customisable && (
        <Checkbox
          label={t`the signed documents`}
          hint={t`Up to 10 MB; larger files are linked in the email.`}
          checked={draft.mailFiles.signed_document ?? signedDocument.enabled}
          onChange={(event) => choose({ signed_document: event.target.checked })}
        />
      )}
      {signatureProtocol.customisable && (
        <Checkbox
          label={t`the audit trail`}
          checked={draft.mailFiles.signature_protocol ?? signatureProtocol.enabled}
          onChange={(event) => choose({ signature_protocol: event.target.checked })}
        />
      )}
    </ChoiceGroup>
  )
}
