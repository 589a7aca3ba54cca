import { Trans } from '@lingui/react/macro'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useStore } from '#web/lib/browser/store.ts'
import type { RequestReading } from '#web/lib/requests/read-requests.ts'
import { openOverlay } from '#web/ui/dialogs/dialog-store.ts'
import { SignManyProgress } from './sign-many-progress.tsx'
import { SignManyReview } from './sign-many-review.tsx'
import { isRunning, signRun } from './sign-run.ts'

/** Signs several requests with one confirmation, after one has seen what they are. While it continues it can be left. */
export function openSignMany(options: {
  /** How each stands now. */
  read: () => Promise<RequestReading>
  queries: QueryClient
  onEnd: () => void
}): void {
  if (!isRunning(signRun.get())) signRun.set(null)
  show(options)
}

function show(options: Parameters<typeof openSignMany>[0]): void {
  openOverlay({
    namespace: 'document',
    name: 'sign-many',
    title: <Trans>Sign multiple</Trans>,
    dismissible: true,
    content: (controls) => (
      <QueryClientProvider client={options.queries}>
        <Steps
          read={options.read}
          onEnd={options.onEnd}
          close={controls.close}
          showAgain={() => show(options)}
        />
      </QueryClientProvider>
    ),
  })
}

function Steps(props: {
  read: () => Promise<RequestReading>
  onEnd: () => void
  close: () => void
  showAgain: () => void
}) {
  const run = useStore(signRun)
  return run ? <SignManyProgress items={run} close={props.close} /> : <SignManyReview {...props} />
}
