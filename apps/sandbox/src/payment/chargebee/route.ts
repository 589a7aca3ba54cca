import type { Params } from './params.ts'
import type { Site } from './site.ts'

export interface Call {
  site: Site
  params: Params
  /** Of the resource in the address; empty when there is none. */
  id: string
}

/** One call of the API. What `run` answers is the body. */
export interface Route {
  method: 'GET' | 'POST'
  /** Below /api/v2, with `:id`. */
  path: string
  run(call: Call): object
}

export const get = (path: string, run: Route['run']): Route => ({ method: 'GET', path, run })
export const post = (path: string, run: Route['run']): Route => ({ method: 'POST', path, run })
