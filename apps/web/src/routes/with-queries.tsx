import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { session } from '#web/lib/session.ts'

const queryClient = new QueryClient({
  // The call itself retries what is worth retrying, and says so where there is no network.
  defaultOptions: {
    queries: { retry: false, staleTime: 5000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What one account saw is not there for the next one.
session.subscribe(() => {
  if (!session.get()) queryClient.clear()
})

/** The routes that follow data of the service. */
export function WithQueries() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
