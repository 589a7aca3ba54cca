import { Email } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import { invalid } from './scim-error.ts'

/** In the form in which emails are stored; undefined where it is none. */
export const emailOf = (userName: unknown): string | undefined => z.safeParse(Email, userName).data

/**
 * Refuses a change of the user name, which is the email of the account by now if the person is a member. A message that
 * deactivates someone isn't refused for it: people who leave are often renamed in the same call, and a member who has changed
 * their email would otherwise be out of the provider's reach. The name stays, as the answer shows.
 */
export function refuseOtherUserName(
  userName: unknown,
  email: string,
  { active }: { readonly active?: boolean | undefined },
): void {
  if (active === false || emailOf(userName) === email) return
  throw invalid(
    'mutability',
    'The user name follows the email of a member’s account: it is changed there, or another user is added',
  )
}
