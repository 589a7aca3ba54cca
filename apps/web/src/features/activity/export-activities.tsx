import { Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { useState } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { formatSize } from '#web/lib/language/format.ts'
import { isUpsideDown, type PeriodChoice } from '#web/lib/language/period.ts'
import { createStore, useStore, type Store } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { PeriodChooser } from '#web/ui/forms/period-choice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { exportActivities, type ExportedTab, type ExportWish, type Grouping } from './activity-calls.ts'
import { offeredPeriods, type ActivityState } from './activity-state.ts'

/** Asks what the file is to hold, and then makes it while one continues. */
export function ExportButton({ tab, state }: { tab: ExportedTab; state: ActivityState }) {
  const start = useExport()
  return (
    <Button
      type="secondary"
      icon="download"
      onClick={() =>
        openDialog<ExportWish>({
          namespace: 'business',
          name: 'export-activities',
          title:
            tab === 'signatures' ? <Trans>Export signatures</Trans> : <Trans>Export identity checks</Trans>,
          content: (controls) => <ExportForm tab={tab} period={state.period} controls={controls} />,
          onAction: (wish) => void start(wish),
        })
      }
    >
      <Trans>Export as CSV</Trans>
    </Button>
  )
}

/** Long ones take a while: the message says how far it is and takes it back, and every page can be used meanwhile. */
function useExport() {
  const { i18n } = useCatalog()
  const { t } = useLingui()
  return async (wish: ExportWish) => {
    const stop = new AbortController()
    const received = createStore(0)
    const done = showSnackbar(<Received bytes={received} />, {
      indefinite: true,
      dismissible: false,
      action: { text: t`Cancel`, handler: () => stop.abort() },
    })
    try {
      const file = await exportActivities(wish, { signal: stop.signal, onReceived: received.set })
      done()
      saveFile(file)
      const { name } = file
      showSnackbar(t`${name} saved.`, { color: 'success', duration: 6000 })
    } catch (failure) {
      done()
      if (!stop.signal.aborted)
        showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    }
  }
}

function Received({ bytes }: { bytes: Store<number> }) {
  const { i18n } = useLingui()
  const size = formatSize(useStore(bytes), i18n.locale)
  return (
    <>
      <Trans>Exporting …</Trans> <span aria-hidden="true">{size}</span>
    </>
  )
}

interface ExportFormProps {
  tab: ExportedTab
  period: PeriodChoice
  controls: DialogControls<ExportWish>
}

function ExportForm({ tab, period: given, controls }: ExportFormProps) {
  const { t } = useLingui()
  const [period, setPeriod] = useState(given)
  const [grouping, setGrouping] = useState<Grouping>('none')
  const isSignatures = tab === 'signatures'
  const words: [Grouping, string][] = [
    ['none', isSignatures ? t`One line each` : t`One line per step`],
    ['day', t`Per day`],
    ['month', t`Per month`],
    ['member', t`By person`],
    ['quality', isSignatures ? t`By signature level` : t`By legal framework`],
  ]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUpsideDown(period)) controls.act({ tab, period, grouping })
      }}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-secondary">
          <Trans>A spreadsheet file with all entries in the period, regardless of other filters.</Trans>
        </p>
        <PeriodChooser choice={period} offered={offeredPeriods} onChange={setPeriod} />
        <Select
          label={t`Rows`}
          value={grouping}
          options={words.map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => setGrouping(target.value as Grouping)}
        />
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit icon="download">
          <Trans>Export as CSV</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
