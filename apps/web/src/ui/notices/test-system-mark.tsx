import { useLingui } from '@lingui/react/macro'
import { useStore } from '#web/lib/browser/store.ts'
import { hideTestSystem, isTestSystem, testSystemHidden } from '#web/lib/browser/test-system.ts'
import { Icon } from '../icon.tsx'

/** Says that this is no production system, where the page says so, until someone closes it in this browser. */
export function TestSystemMark() {
  const { t } = useLingui()
  const hidden = useStore(testSystemHidden)
  if (hidden || !isTestSystem()) return null
  return (
    <aside
      aria-label={t`Test System`}
      className="flex h-8 items-center justify-center bg-waiting-ground text-xs font-semibold text-waiting"
    >
      <span className="grow pl-11 text-center">{t`Test System`}</span>
      {/* As large as a finger, over the edge of the page's header, where nothing stands. */}
      <button
        type="button"
        aria-label={t`Hide`}
        className="z-40 -mb-3 grid size-11 shrink-0 cursor-pointer place-items-start justify-items-center pt-2 md:mb-0 md:size-8"
        onClick={() => hideTestSystem(true)}
      >
        <Icon name="close" size={16} />
      </button>
    </aside>
  )
}
