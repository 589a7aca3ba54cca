import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'

export function AccountMenu() {
  const { t } = useLingui()
  const router = useRouter()
  const { firstName, lastName, email } = useCurrentUser()
  const role = useStore(ownBusiness)?.role
  const go = (path: string) => router.history.push(path)
  const name = `${firstName} ${lastName}`.trim()
  return (
    <Menu
      button={{
        type: 'text',
        color: 'neutral',
        rounded: true,
        className: 'min-w-11 px-1!',
        children: (
          <>
            <Avatar name={name} email={email} />
            <span className="sr-only">{t`Account`}</span>
          </>
        ),
      }}
      label={t`Account`}
      heading={
        <>
          <p className="font-medium">{name}</p>
          <p className="break-all text-ink-secondary">{email}</p>
        </>
      }
      items={[
        { label: t`Documents`, onSelect: () => go(paths.dashboard()) },
        { label: t`Profile`, onSelect: () => go(paths.profile()) },
        { label: t`Templates`, onSelect: () => go(paths.templates()) },
        { label: t`Signer groups`, onSelect: () => go(paths.signerGroups()) },
        ...(role === 'admin'
          ? [{ label: t`Your business`, onSelect: () => go(paths.businessDashboard()) }]
          : []),
        ...(role === undefined
          ? [{ label: t`Create business`, onSelect: () => go(paths.businessRegister()) }]
          : []),
        { label: t`Verify a signed PDF`, onSelect: () => go(paths.verify()) },
        { label: t`Settings`, onSelect: () => go(paths.settings()) },
        { label: t`Sign out`, onSelect: () => go(paths.logout()) },
      ]}
    />
  )
}
