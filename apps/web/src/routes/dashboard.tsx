import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { DropAnywhere } from '#web/features/dashboard/drop-anywhere.tsx'
import { countsQuery } from '#web/features/dashboard/list-query.ts'
import { NewMenu } from '#web/features/dashboard/new-menu.tsx'
import { NewButton } from '#web/features/dashboard/new-button.tsx'
import { RequestPanel } from '#web/features/dashboard/request-panel.tsx'
import { SampleButton } from '#web/features/dashboard/sample/sample-button.tsx'
import { removeUnusedDrafts } from '#web/features/dashboard/remove-unused-drafts.ts'
import { SearchField } from '#web/features/dashboard/filters/search-field.tsx'
import { useNewRequest } from '#web/features/dashboard/use-new-request.ts'
import { moveRow, useShortcuts } from '#web/features/dashboard/use-shortcuts.ts'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { useSignMany } from '#web/features/signing/sign-many/use-sign-many.ts'
import { writeCookie } from '#web/lib/browser/cookie.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { tabCookie, tabOf, type DashboardTab } from '#web/lib/requests/dashboard-tab.ts'
import { showOnPageIcon } from '#web/lib/browser/page-icon.ts'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { MainLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { pageIn } from '#web/ui/lists/pages.ts'
import { tabId, Tabs } from '#web/ui/tabs.tsx'
import { LazyJoinOffer } from './lazy-join-offer.tsx'

const panelId = 'requests'

const openHelp = () =>
  void onTap(
    () => import('#web/features/dashboard/shortcut-help.tsx'),
    ({ openShortcutHelp }) => openShortcutHelp(),
  )

export function DashboardPage() {
  const { t } = useLingui()
  const user = useCurrentUser()
  const { tab, q, page, welcome, go } = useDashboardAddress()
  const { busy, begin, beginSample } = useNewRequest()
  const signMany = useSignMany()
  const search = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const onFiles = (files: readonly File[]) => void begin(files)
  usePageTitle(t`Documents`)
  useRemoveUnusedDrafts()
  useShortcuts({
    '/': () => search.current?.focus(),
    n: () => picker.current?.click(),
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '?': openHelp,
  })
  const onSearch = useCallback((text: string) => go({ tab: 'search', q: text }, { replace: true }), [go])
  return (
    <MainLayout
      search={<SearchField ref={search} q={q} onSearch={onSearch} />}
      primary={<NewButton ref={picker} busy={busy} onFiles={onFiles} short />}
      actions={
        <>
          <NewMenu />
          <span className="hidden sm:inline">
            <Button type="text" color="neutral" icon="help" label={t`Keyboard`} onClick={openHelp} />
          </span>
          <AccountMenu />
        </>
      }
      navigation={
        <DashboardTabs
          tab={tab}
          onChange={(chosen) => go({ tab: chosen, q: chosen === 'search' ? q : '' })}
        />
      }
    >
      <h1 className="sr-only">{t`Documents`}</h1>
      <LazyJoinOffer />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        <RequestPanel
          key={tab}
          tab={tab}
          q={q}
          page={page}
          welcome={welcome ? user.firstName : null}
          onPage={(number, how) => go({ tab, q, page: number }, how)}
          onClearSearch={() => {
            go({ tab: 'search', q: '' })
            search.current?.focus()
          }}
          newButton={<NewButton busy={busy} onFiles={onFiles} />}
          sampleButton={<SampleButton busy={busy} onBegin={() => void beginSample()} />}
          onSignMany={signMany}
        />
      </div>
      <DropAnywhere onFiles={onFiles} />
    </MainLayout>
  )
}

function DashboardTabs({ tab, onChange }: { tab: DashboardTab; onChange: (tab: DashboardTab) => void }) {
  const { t } = useLingui()
  const { data: counts } = useQuery(countsQuery)
  const toSign = counts?.TO_SIGN ?? 0
  useEffect(() => showOnPageIcon(toSign), [toSign])
  return (
    <Tabs
      label={t`Documents`}
      panelId={panelId}
      value={tab}
      tabs={[
        { value: 'inbox', label: t`Documents`, count: counts?.TO_SIGN },
        { value: 'drafts', label: t`Drafts`, count: counts?.DRAFT },
        { value: 'search', label: t`Search` },
      ]}
      onChange={onChange}
    />
  )
}

/** Drafts that were left without a file, by closing their page. */
function useRemoveUnusedDrafts() {
  const queries = useQueryClient()
  useEffect(() => {
    void removeUnusedDrafts().then((isAnyRemoved) => {
      if (isAnyRemoved) void queries.invalidateQueries({ queryKey: ['signature-requests'] })
    })
  }, [queries])
}

interface Address {
  tab: DashboardTab
  q: string
  page?: number
}

/** What the address says, and how to say something else. */
function useDashboardAddress() {
  const router = useRouter()
  const search = useSearchParameters()
  const go = useCallback(
    ({ tab, q, page = 1 }: Address, { replace = false } = {}) => {
      writeCookie(tabCookie, tab)
      const next = new URLSearchParams({ tab, ...(q && { q }), ...(page > 1 && { page: String(page) }) })
      router.history[replace ? 'replace' : 'push'](`/dashboard?${next}`)
    },
    [router],
  )
  return {
    tab: tabOf(search.get('tab')) ?? 'inbox',
    q: search.get('q') ?? '',
    page: pageIn(search),
    welcome: search.has('welcome'),
    go,
  } as const
}
