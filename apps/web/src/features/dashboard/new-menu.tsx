import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { Menu } from '#web/ui/menu.tsx'

/** Other ways to begin than with a file. */
export function NewMenu() {
  const { t } = useLingui()
  const router = useRouter()
  const go = () => router.history.push(paths.templates())
  return (
    <Menu
      button={{ icon: 'chevronDown', label: t`More options`, type: 'secondary' }}
      items={[
        { label: t`From a template`, icon: 'document', onSelect: go },
        { label: t`Bulk send`, icon: 'mail', onSelect: go },
      ]}
    />
  )
}
