import type { User } from '@countersign/contract/account-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { loadBusiness, ownBusiness } from '#web/lib/business/current-business.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import type { openLeaveBusiness } from './leave-business.tsx'

/** In one's profile: the business one belongs to, and how to leave it; or how to come to one. */
export function OwnBusinessSection({ user, loadWords }: { user: User; loadWords: () => Promise<void> }) {
  const askToLeave = async (options: Parameters<typeof openLeaveBusiness>[0]) => {
    const [leaving] = await Promise.all([import('./leave-business.tsx'), loadWords()])
    leaving.openLeaveBusiness(options)
  }
  const { t } = useLingui()
  const router = useRouter()
  const query = useQuery({ queryKey: ['own-business'], queryFn: loadBusiness })
  const own = useStore(ownBusiness)
  // Nothing is said that is not known.
  if (!own && !query.isSuccess) return null
  if (!own) {
    return (
      <Section
        id="business"
        title={t`Business`}
        intro={t`You have a personal account. With a business you can invite members, share seals and see signing activity.`}
      >
        <Button type="secondary" to={paths.businessRegister()}>
          <Trans>Create business</Trans>
        </Button>
      </Section>
    )
  }
  const { name } = own.business
  const isAdmin = own.role === 'admin'
  const isLastAdmin = isAdmin && own.business.admins.length === 1
  return (
    <Section
      id="business"
      title={t`Business`}
      intro={isAdmin ? t`You are one of its administrators.` : t`You are one of its members.`}
    >
      <p className="mb-4 font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      {isLastAdmin && (
        <p className="mb-4 text-ink-secondary">
          <Trans>
            You’re the only administrator. To leave, make someone else an administrator first, or delete the
            business.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isAdmin && (
          <Button type="secondary" to={paths.businessMembers()}>
            <Trans>Members</Trans>
          </Button>
        )}
        <Button
          type="secondary"
          color="error"
          disabled={isLastAdmin}
          onClick={() =>
            void askToLeave({
              me: user.id,
              name,
              locked: false,
              onLeft: () => {
                forgetVisitor()
                router.history.push(paths.home())
                showSnackbar(t`You left ${name}. Your account is now personal.`, {
                  color: 'success',
                })
              },
            })
          }
        >
          <Trans>Leave business …</Trans>
        </Button>
      </div>
    </Section>
  )
}
