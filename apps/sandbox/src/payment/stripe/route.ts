import type { Account } from './account.ts'
import type { Params } from './params.ts'

export interface Call {
  account: Account
  params: Params
  /** Of the object in the address; empty when there is none. */
  id: string
  /** The second id of an address such as /v1/customers/:id/tax_ids/:other. */
  other: string
  /** The client may see and confirm one intent, with its secret, and nothing else. */
  isPublishable: boolean
}

/** One call of the API. What `run` answers is the body; a row is shown without what is hidden. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below /v1, with `:id`. */
  path: string
  /** The parameters it has: `metadata.*`, `items[].price`. Others are refused. */
  known: readonly string[]
  run(call: Call): object
  /** Open to the publishable key, for a call with a `client_secret`. */
  isForBrowsers?: boolean
}

type Run = Route['run']

export const get = (path: string, known: readonly string[], run: Run): Route => ({
  method: 'GET',
  path,
  known,
  run,
})
export const post = (path: string, known: readonly string[], run: Run): Route => ({
  method: 'POST',
  path,
  known,
  run,
})
export const remove = (path: string, known: readonly string[], run: Run): Route => ({
  method: 'DELETE',
  path,
  known,
  run,
})
export const forBrowsers = (route: Route): Route => ({ ...route, isForBrowsers: true })

/** Of an address or a person, as parameters. */
export const addressFields = ['line1', 'line2', 'city', 'state', 'postal_code', 'country']
