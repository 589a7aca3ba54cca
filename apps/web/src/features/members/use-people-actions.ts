import type { Invitation } from '@countersign/contract/members.ts'
import type { BusinessMember, BusinessRole } from '@countersign/contract/businesses.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { forgetBusiness } from '#web/lib/business/current-business.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { type KeptInvitations, openAddMember } from './add-member.tsx'
import { openGiveUpAdmin } from './give-up-admin.tsx'
import { changeRole, refreshPeople, sendAgain } from './member-calls.ts'
import { openRemoveMembers } from './remove-members.tsx'
import { openRevokeInvitation } from './revoke-invitation.tsx'

/** What the admins do with the people of their business, and what is said afterwards. */
export function usePeopleActions(everybody: readonly BusinessMember[]) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const router = useRouter()
  const me = useCurrentUser().id
  const kept: KeptInvitations = useRef(null)

  async function refresh() {
    forgetBusiness()
    await refreshPeople(queries)
  }

  const changing = useMutation({
    mutationFn: ({ ids, role }: { ids: readonly string[]; role: BusinessRole; isUndo?: boolean }) =>
      changeRole(ids, role),
    onSuccess: async (_, { ids, role, isUndo = false }) => {
      await refresh()
      const count = ids.length
      const message =
        role === 'admin'
          ? plural(count, {
              one: '# person is now an administrator.',
              other: '# people are now administrators.',
            })
          : plural(count, { one: '# person is now a member.', other: '# people are now members.' })
      const undo = () => changing.mutate({ ids, role: role === 'admin' ? 'member' : 'admin', isUndo: true })
      showDone(message, isUndo ? undefined : { text: t`Undo`, handler: undo })
    },
  })
  const sending = useMutation({
    mutationFn: ({ id }: Invitation) => sendAgain(id),
    onSuccess: async (_, { email }) => {
      await refresh()
      showSnackbar(t`Invitation resent to ${email}.`, { color: 'success' })
    },
  })

  /** Anyone who gives it up does not see these pages any longer: that is asked. */
  function setRole(people: readonly BusinessMember[], role: BusinessRole) {
    const ids = people.filter((one) => one.role !== role).map(({ id }) => id)
    if (ids.length === 0) return
    if (role === 'admin' || !ids.includes(me)) return changing.mutate({ ids, role })
    openGiveUpAdmin(async () => {
      await changeRole(ids, role)
      forgetBusiness()
      router.history.push(paths.home())
      showSnackbar(t`You’re now a member.`)
    })
  }

  return {
    add: () =>
      openAddMember({
        kept,
        onInvited: (count) => {
          void refresh()
          showSnackbar(plural(count, { one: '# person was invited.', other: '# people were invited.' }), {
            color: 'success',
          })
        },
      }),
    setRole,
    remove: (people: readonly BusinessMember[], onRemoved: () => void = () => {}) =>
      openRemoveMembers({
        people,
        others: everybody.filter((one) => !people.includes(one) && !one.locked),
        onRemoved: async () => {
          onRemoved()
          await refresh()
          const count = people.length
          showSnackbar(plural(count, { one: '# person was removed.', other: '# people were removed.' }))
        },
      }),
    sendAgain: (invitation: Invitation) => sending.mutate(invitation),
    revoke: (invitation: Invitation) =>
      openRevokeInvitation(invitation, async () => {
        await refresh()
        showSnackbar(t`Invitation withdrawn.`)
      }),
    busy: changing.isPending || sending.isPending,
    failure: changing.error ?? sending.error,
  }
}

export type PeopleActions = ReturnType<typeof usePeopleActions>
