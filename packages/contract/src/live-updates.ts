import { binary, endpoint } from './endpoint.ts'

/** What happens to one's signature requests, as it happens. */

export const listenToChanges = endpoint({
  name: 'listenToChanges',
  method: 'GET',
  path: '/v3/changes',
  summary:
    'Server-sent events: `change` with `{requestId}` when a signature request one has a part in changed or went away, `missed` when some may not have been told. What changed is asked for by the other calls.',
  credential: 'user',
  output: binary('text/event-stream'),
  errors: ['rate.exceeded'],
})
