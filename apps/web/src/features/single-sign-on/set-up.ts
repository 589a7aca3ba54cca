import type { User } from '@countersign/contract/account-shapes.ts'

/** Is there nothing left to ask of someone who came by their company's sign-in? */
export function isSetUp({
  firstName,
  lastName,
  attributes,
}: Pick<User, 'firstName' | 'lastName' | 'attributes'>) {
  return firstName.trim() !== '' && lastName.trim() !== '' && attributes.acceptedGtc
}
