import { useLingui } from '@lingui/react/macro'
import { Menu } from '#web/ui/menu.tsx'
import type { Compose } from './use-compose.ts'

/** What one does with a draft besides sending it. */
export function ComposeMenu(props: { compose: Compose; onSaveTemplate: () => void }) {
  const { t } = useLingui()
  return (
    <Menu
      button={{ icon: 'more', label: t`More`, type: 'text', color: 'neutral' }}
      items={[
        {
          label: t`Save as template …`,
          icon: 'document',
          disabled: props.compose.draft.documentIds.length === 0,
          onSelect: props.onSaveTemplate,
        },
      ]}
    />
  )
}
