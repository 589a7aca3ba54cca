import { binary, endpoint } from './endpoint.ts'

/** What happens to one's signature requests, as it happens. */

export const listenToChanges = endpoint({
  name: 'listenToChanges',
  method: 'GET',
  path: '/v3/changes',
  summary:
    'Server-sent events: `change` with `{requestId}` when one of the account’s signature requests changes or is deleted, `missed` when events may have been lost. The first event, `recent`, has what changed shortly before (`{heardFor, changes: [{requestId, ago}]}`, in milliseconds): anything read longer than `heardFor` ago may be out of date. Fetch the details with the other calls.',
  credential: 'user',
  output: binary('text/event-stream'),
  errors: ['rate.exceeded'],
})
