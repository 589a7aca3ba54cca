import {
  Outlet,
  useRouter,
  useRouterState,
  type ParsedLocation,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { useLingui } from '@lingui/react'
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { followVisit } from '#web/features/navigation/follow-visit.ts'
import { blocked, offeredToken } from '#web/features/navigation/waiting.ts'
import { businessLines } from '#web/lib/business/business-lines.ts'
import { refreshStatus, systemStatus } from '#web/lib/calls/maintenance.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { isTestSystem, testSystemHidden } from '#web/lib/browser/test-system.ts'
import { notLoaded, PartError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { activeDialog, activeOverlay, closeDialog, closeOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { mainId, SimpleLayout, SkipLink } from '#web/ui/layout/layout.tsx'
import { usePathTitle } from '#web/ui/layout/page-title.ts'
import { dismissSnackbar, showSnackbar, snackbars, type Snackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { later } from '#web/ui/later.tsx'

interface Arrival {
  location: ParsedLocation
  matches: readonly {
    routeId: string
    params: Record<string, string>
    staticData: StaticDataRouteOption
  }[]
  context: RootContext
}

export interface RootContext {
  /** Begins to load the scripts of these routes: meanwhile the rules may have to ask who someone is. */
  loadScripts: (routeIds: readonly string[]) => void
}

/** On every route change: the navigation rules decide, before anything of the page is asked for. */
export async function followRules(arrived: object): Promise<void> {
  // The router's own type of what matched is made of the tree, which is made of this.
  const { location, matches, context } = arrived as Arrival
  context.loadScripts(matches.map(({ routeId }) => routeId))
  const access = matches.findLast(({ staticData }) => staticData.access)?.staticData.access
  await followVisit(location, matches.at(-1)?.params ?? {}, access)
}

export function Root() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  usePathTitle(useRouterState({ select: (state) => String(state.matches.at(-1)?.fullPath ?? '') }))
  useFocusOnNavigation(path)
  useStatus(path)
  useUnloadedParts()
  const waits = useStore(blocked) !== null
  return (
    <>
      <SkipLink />
      <Above />
      {waits ? <SimpleLayout>{null}</SimpleLayout> : <Outlet />}
      <NavigationDialogs />
      <Hosts />
    </>
  )
}

/** What the operators say is read again at route changes; what it changes is decided again. */
function useStatus(path: string): void {
  const router = useRouter()
  useEffect(() => refreshStatus(() => void router.invalidate()), [router, path])
}

const AbovePage = later(
  async () => ({
    default: (await import('#web/features/navigation/above-page.tsx')).AbovePage,
  }),
  'nothing',
)

/**
 * Loaded where there is something to say. The test system's mark has its room before it is there: a page that moves down
 * under the pointer lets a press miss its button.
 */
function Above() {
  const status = useStore(systemStatus)
  const business = useStore(businessLines)
  const hidden = useStore(testSystemHidden)
  const isTest = isTestSystem()
  if (!isTest && !business && !status?.maintenances.length) return null
  return (
    <Suspense fallback={isTest && !hidden && <div className="h-8 bg-waiting-ground" />}>
      <AbovePage />
    </Suspense>
  )
}

/** Loaded when a rule has something to ask. */
function NavigationDialogs() {
  const router = useRouter()
  const hold = useStore(blocked)
  const token = useStore(offeredToken)
  useEffect(() => {
    if (hold) void import('./open-blocking.ts').then(({ openBlocking }) => openBlocking(hold.dialog, router))
  }, [hold, router])
  useEffect(() => {
    if (token === null) return
    offeredToken.set(null)
    void import('#web/features/navigation/offer-session.tsx').then((dialogs) =>
      dialogs.offerSession(token, router),
    )
  }, [token, router])
  return null
}

const dialogHost = async () => (await import('#web/ui/dialogs/dialog-host.tsx')).DialogHost
const snackbarHost = async () => (await import('#web/ui/dialogs/snackbar-host.tsx')).SnackbarHost
/** Milliseconds after which what the first view needs is there, or on its way before these. */
const afterFirstView = 2000

/**
 * Loaded after the page, or with the first dialog or message: a lost connection can be told only by what is there. The live
 * region is there before: it has to be, to be read out. While a dialog is open, messages are in it.
 */
function Hosts() {
  const dialog = useStore(activeDialog)
  const overlay = useStore(activeOverlay)
  const snackbar = useStore(snackbars)[0]
  useEffect(() => {
    // What does not come now is asked for again when it is needed.
    const ahead = () => void Promise.all([snackbarHost(), dialogHost()]).catch(() => undefined)
    const timer = window.setTimeout(ahead, afterFirstView)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <>
      <div role="status" aria-live="polite">
        {snackbar && !dialog && !overlay && (
          <Loaded load={snackbarHost} otherwise={<PlainMessage key={snackbar.id} snackbar={snackbar} />} />
        )}
      </div>
      {(dialog ?? overlay) && <Loaded load={dialogHost} otherwise={<NoDialog />} />}
    </>
  )
}

/** Not `lazy`: a part that could not be loaded is no error of the page, and the next time it is tried again. */
function Loaded({ load, otherwise }: { load: () => Promise<ComponentType>; otherwise: ReactNode }) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => setLost(true),
    )
  }, [load])
  return Part ? <Part /> : isLost && otherwise
}

/** A message without what usually shows it: it goes by its time alone. */
function PlainMessage({ snackbar: { id, message, duration } }: { snackbar: Snackbar }) {
  useEffect(() => {
    const timer = window.setTimeout(() => dismissSnackbar(id), duration)
    return () => window.clearTimeout(timer)
  }, [id, duration])
  return (
    <p className="fixed inset-x-4 bottom-20 z-50 rounded bg-ink px-4 py-3 text-sm text-sheet">{message}</p>
  )
}

/** Nothing can be asked: what was to be asked is given up, and the reason said. */
function NoDialog() {
  const { i18n } = useLingui()
  useEffect(() => {
    closeDialog()
    closeOverlay()
    showSnackbar(describeFailure(notLoaded(), i18n), { color: 'error', duration: 8000 })
  }, [i18n])
  return null
}

/** What a press was to open and can’t be loaded is said: otherwise nothing would happen. */
function useUnloadedParts(): void {
  const { i18n } = useLingui()
  useEffect(() => {
    const tell = ({ reason }: PromiseRejectionEvent) => {
      if (!(reason instanceof PartError)) return
      showSnackbar(describeFailure(reason, i18n), { color: 'error', duration: 8000 })
    }
    window.addEventListener('unhandledrejection', tell)
    return () => window.removeEventListener('unhandledrejection', tell)
  }, [i18n])
}

/** A new page is read from its start: the focus goes to its content, except on the first one. */
function useFocusOnNavigation(path: string): void {
  const before = useRef('')
  useEffect(() => {
    const moved = before.current !== '' && before.current !== path
    before.current = path
    const content = document.getElementById(mainId)
    if (moved && content && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  }, [path])
}
