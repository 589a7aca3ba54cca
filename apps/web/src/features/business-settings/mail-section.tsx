import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import { useSettingWords } from './setting-words.ts'
import { SettingsSection } from './settings-section.tsx'

type Attachment = BusinessSettings['mailService']['attachments']['signedDocument']

/** What goes out with the mail that tells of the end. */
export function MailSection({ settings }: { settings: BusinessSettings }) {
  const { t } = useLingui()
  const [attachments, setAttachments] = useState(settings.mailService.attachments)
  const { signedDocument, signatureProtocol } = attachments
  return (
    <SettingsSection
      id="mails"
      title={t`Email attachments`}
      intro={
        <Trans>
          The completion email can include the files, up to 10 MB; larger files are linked. Anyone with access
          to the mailbox can open them.
        </Trans>
      }
      change={{ mailService: { attachments } }}
    >
      <Part
        legend={t`Signed documents`}
        path="mailService.attachments.signedDocument"
        value={signedDocument}
        onChange={(changed) => setAttachments({ ...attachments, signedDocument: changed })}
      />
      <Part
        legend={t`Audit trail`}
        path="mailService.attachments.signatureProtocol"
        value={signatureProtocol}
        onChange={(changed) => setAttachments({ ...attachments, signatureProtocol: changed })}
      />
    </SettingsSection>
  )
}

function Part(props: {
  legend: string
  path: string
  value: Attachment
  onChange: (value: Attachment) => void
}) {
  const words = useSettingWords()
  const { path, value, onChange } = props
  return (
    <ChoiceGroup legend={props.legend}>
      <Checkbox
        label={words.name(`${path}.enabled`)}
        checked={value.enabled}
        onChange={(event) => onChange({ ...value, enabled: event.target.checked })}
      />
      <Checkbox
        label={words.name(`${path}.customisable`)}
        checked={value.customisable}
        onChange={(event) => onChange({ ...value, customisable: event.target.checked })}
      />
    </ChoiceGroup>
  )
}
