import { Plural } from '@lingui/react/macro'

/** Said of a group in place of an email. */
export function GroupSize({ count }: { count: number }) {
  return <Plural value={count} one="Group of #: one signs" other="Group of #: one signs for all" />
}
