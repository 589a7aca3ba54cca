import { useLingui } from '@lingui/react/macro'
import { useStore } from '#web/lib/browser/store.ts'
import { hideTestSystem, isTestSystem, testSystemHidden } from '#web/lib/browser/test-system.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** On a test system only: the mark that says so can be hidden in this browser. */
export function TestSystemSection() {
  const { t } = useLingui()
  const hidden = useStore(testSystemHidden)
  if (!isTestSystem()) return null
  return (
    <Section id="test-system" title={t`Test system`} intro={t`Test system: signatures have no legal effect.`}>
      <Checkbox
        label={t`Hide the “Test system” label in this browser`}
        checked={hidden}
        onChange={(event) => hideTestSystem(event.target.checked)}
      />
    </Section>
  )
}
