import { useLingui, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { AccountActivities } from '#web/features/activity/account-activities.tsx'
import { changeTab, type ActivityTab } from '#web/features/activity/activity-state.ts'
import { IdentificationActivities } from '#web/features/activity/identification-activities.tsx'
import { SignatureActivities } from '#web/features/activity/signature-activities.tsx'
import { useActivityState } from '#web/features/activity/use-activity-state.ts'
import { AdministrationLog } from '#web/features/administration-log/administration-log.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { tabId, Tabs } from '#web/ui/tabs.tsx'

/** What happened in one's business: to its accounts, what was signed, who was identified. */
export function ActivityPage() {
  const { t } = useLingui()
  usePageTitle(t`Activity`)
  const [state, change] = useActivityState()
  const panelId = useId()
  const tabs: { value: ActivityTab; label: string }[] = [
    { value: 'accounts', label: t`Accounts` },
    { value: 'signatures', label: t`Signatures` },
    { value: 'identifications', label: t`Identity checks` },
    { value: 'administration', label: t`Administration log` },
  ]
  const lists = {
    accounts: AccountActivities,
    signatures: SignatureActivities,
    identifications: IdentificationActivities,
    administration: AdministrationLog,
  }
  const List = lists[state.tab]
  return (
    <BusinessLayout current="activity" title={<Trans>Activity</Trans>} actions={<AccountMenu />} wide>
      <div className="mb-4 border-b border-line">
        <Tabs
          label={t`Event`}
          value={state.tab}
          tabs={tabs}
          panelId={panelId}
          onChange={(tab) => change(changeTab(state, tab))}
        />
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, state.tab)}>
        <List key={state.tab} state={state} onChange={change} />
      </div>
    </BusinessLayout>
  )
}
