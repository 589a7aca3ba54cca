import { getUser } from '@countersign/contract/accounts.ts'
import { type User } from '@countersign/contract/account-shapes.ts'
import { call } from '../calls/api.ts'
import { session } from './session.ts'
import { createStore, useStore } from '../browser/store.ts'

const currentUser = createStore<User | null>(null)
let loading: { token: string; user: Promise<User> } | null = null

/** The account that is signed in; asked once a session. */
export async function loadUser(): Promise<User> {
  const token = session.get()?.token ?? ''
  if (loading?.token !== token) {
    loading = { token, user: call(getUser, { query: { v2: 'true' } }) }
    loading.user.catch(() => (loading = null))
  }
  const user = await loading.user
  currentUser.set(user)
  return user
}

/** Is the session that has just begun of the person whose pages were shown here? */
export async function isSamePerson(): Promise<boolean> {
  const shown = currentUser.get()
  if (shown === null) return true
  const now = await loadUser().catch(() => null)
  return shown.id === now?.id
}

/** The account is asked for again at the next page: it is not what it was. */
export function forgetUser(): void {
  loading = null
}

/** What a change of the account answered is the account from now on. */
export function keepUser(user: User): void {
  loading = { token: session.get()?.token ?? '', user: Promise.resolve(user) }
  currentUser.set(user)
}

/** Inside the signed-in routes only: they load the user first. */
export function useCurrentUser(): User {
  const user = useStore(currentUser)
  if (!user) throw new Error('No user is loaded: this is not a signed-in route')
  return user
}
