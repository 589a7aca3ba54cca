import * as calls from '@countersign/contract/callbacks.ts'
import type { CallbackState } from '@countersign/contract/values.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

/** How the log of callbacks is looked at. */
export interface CallbackLogState {
  username: string
  state: CallbackState | ''
  /** The id of a signature request. */
  search: string
  page: number
}

const background = { background: true }

async function ofBusiness() {
  return { id: await ownBusinessId() }
}

async function named(username: string) {
  return { params: { ...(await ofBusiness()), username } }
}

export function callbackLogQuery({ username, state, search, page }: CallbackLogState) {
  const query = {
    page: String(page),
    ...(username && { username }),
    ...(state && { state }),
    ...(search && { search }),
  }
  return queryOptions({
    queryKey: ['callbacks', query],
    queryFn: async ({ signal }) =>
      call(calls.listCallbacks, { params: await ofBusiness(), query }, { ...background, signal }),
    placeholderData: keepPreviousData,
  })
}

export function callbackQuery(callbackId: string) {
  return queryOptions({
    queryKey: ['callback', callbackId],
    queryFn: async ({ signal }) =>
      call(calls.getCallback, { params: { ...(await ofBusiness()), callbackId } }, { ...background, signal }),
  })
}

export async function redeliver(callbackId: string): Promise<void> {
  await call(calls.redeliverCallback, { params: { ...(await ofBusiness()), callbackId } }, background)
}

export async function refreshCallbacks(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['callbacks'] }),
    queries.invalidateQueries({ queryKey: ['callback'] }),
  ])
}

export async function sendTest(username: string, url: string) {
  return call(calls.testCallback, { ...(await named(username)), body: { url } }, background)
}

export function callbackSecretQuery(username: string) {
  return queryOptions({
    queryKey: ['callback-secret', username],
    queryFn: async ({ signal }) =>
      call(calls.getCallbackSecret, await named(username), { ...background, signal }),
  })
}

export async function showSecret(username: string): Promise<string> {
  return (await call(calls.showCallbackSecret, await named(username), background)).secret
}

export async function replaceSecret(username: string): Promise<string> {
  return (await call(calls.rotateCallbackSecret, await named(username), background)).secret
}

export async function refreshSecret(queries: QueryClient, username: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['callback-secret', username] })
}
