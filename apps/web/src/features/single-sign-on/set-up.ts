import type { User } from '@countersign/contract/account-shapes.ts'

/** Has a person who came by company sign-in answered everything? */
export function isSetUp({
  firstName,
  lastName,
  attributes,
}: Pick<User, 'firstName' | 'lastName' | 'attributes'>) {
  return firstName.trim() !== '' && lastName.trim() !== '' && attributes.acceptedGtc
}
