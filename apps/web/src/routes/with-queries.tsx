import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'

const queryClient = new QueryClient({
  // The call itself retries what is worth retrying, and says so where there is no network.
  defaultOptions: {
    queries: { retry: false, staleTime: 5000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** While somebody is signed in the status of the system is followed. */
function usePolledStatus(): void {
  const signedIn = useStore(session) !== null
  useEffect(() => {
    if (!signedIn) return
    let stop = () => {}
    let left = false
    void import('#web/features/navigation/status-poll.ts').then(({ pollStatus }) => {
      if (!left) stop = pollStatus()
    })
    return () => {
      left = true
      stop()
    }
  }, [signedIn])
}

/** The routes that follow data of the service. */
export function WithQueries() {
  // What one account saw is not there for the next one. Cleared while it still shows, it would be asked for again.
  useEffect(
    () => () => {
      if (!session.get()) queryClient.clear()
    },
    [],
  )
  usePolledStatus()
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
