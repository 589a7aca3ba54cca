import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { session } from '#web/lib/account/session.ts'
import { isFramed } from '#web/lib/browser/framed.ts'
import { useStore } from '#web/lib/browser/store.ts'

const queryClient = new QueryClient({
  // The call itself retries what is worth retrying, and says so where there is no network.
  defaultOptions: {
    queries: { retry: false, staleTime: 5000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Links are on pages below this one, and nothing else is ever shown in a frame.
if (isFramed) void import('#web/framed/start.ts').then(({ startFramed }) => startFramed(queryClient))

/** Runs something while someone is signed in; what it needs is loaded then. */
function useWhileSignedIn(start: () => Promise<() => void>): void {
  const signedIn = useStore(session) !== null
  useEffect(() => {
    if (!signedIn) return
    let stop = () => {}
    let left = false
    void start().then((stopIt) => {
      if (left) stopIt()
      else stop = stopIt
    })
    return () => {
      left = true
      stop()
    }
  }, [signedIn, start])
}

const followStatus = async () => (await import('#web/features/navigation/status-poll.ts')).pollStatus()
const followRequests = async () =>
  (await import('#web/features/live-updates/follow-changes.ts')).followChanges(queryClient)

/** The routes that follow data of the service. */
export function WithQueries({ children = <Outlet /> }: { children?: ReactNode }) {
  // What one account saw is not there for the next one. Cleared while it still shows, it would be asked for again.
  useEffect(
    () => () => {
      if (!session.get()) queryClient.clear()
    },
    [],
  )
  useWhileSignedIn(followStatus)
  useWhileSignedIn(followRequests)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
