import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import { saveAsTemplate } from '#web/features/templates/save-later.ts'
import { Menu } from '#web/ui/menu.tsx'
import type { Compose } from './use-compose.ts'

/** What one does with a draft besides sending it. */
export function ComposeMenu(props: { compose: Compose; read: () => Promise<SignatureRequest> }) {
  const { t } = useLingui()
  const { compose, read } = props
  const save = () =>
    saveAsTemplate(async () => {
      await compose.saveNow()
      return read()
    })
  return (
    <Menu
      button={{ icon: 'more', label: t`More`, type: 'text', color: 'neutral' }}
      items={[
        {
          label: t`Save as a template …`,
          icon: 'document',
          disabled: compose.draft.documentIds.length === 0,
          onSelect: () => void save(),
        },
      ]}
    />
  )
}
