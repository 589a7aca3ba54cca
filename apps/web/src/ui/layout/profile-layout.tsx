import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { MainLayout } from './app-layout.tsx'
import { AppLink } from '../app-link.tsx'
import { classNames } from '../class-names.ts'
import { scrollSideways } from '../tabs.tsx'
import { PageHeading } from './layout.tsx'

export type ProfilePage =
  | 'profile'
  | 'settings'
  | 'change-password'
  | 'visual-signature'
  | 'signature-standards'
  | 'signer-groups'

interface ProfileLayoutProps {
  current: ProfilePage
  title: ReactNode
  /** At the header's end, such as the account's menu. */
  actions?: ReactNode
  /** The screen's one action: at the thumb on a phone. */
  primary?: ReactNode
  children: ReactNode
}

/** One's own account: the product's frame, the pages of the profile, and one column that is easy to read. */
export function ProfileLayout({ current, title, actions, primary, children }: ProfileLayoutProps) {
  const { t } = useLingui()
  const pages = [
    { page: 'profile', to: paths.profile(), label: t`Profile` },
    { page: 'settings', to: paths.settings(), label: t`Settings` },
    { page: 'change-password', to: paths.changePassword(), label: t`Change password` },
    { page: 'visual-signature', to: paths.visualSignature(), label: t`Visual signature` },
    { page: 'signature-standards', to: paths.qualities(), label: t`Signature levels` },
    { page: 'signer-groups', to: paths.signerGroups(), label: t`Signer groups` },
  ]
  return (
    <MainLayout
      actions={actions}
      primary={primary}
      navigation={<SubNavigation label={t`Your account`} current={current} pages={pages} />}
    >
      {/* The left edge of every page of the product. */}
      <div className="mx-auto w-full max-w-6xl py-2 sm:py-4">
        <PageHeading>{title}</PageHeading>
        <div className="max-w-3xl">{children}</div>
      </div>
    </MainLayout>
  )
}

interface SubNavigationProps {
  label: string
  current: string
  pages: readonly { page: string; to: string; label: string }[]
}

/** The pages of a part of the product. On a phone it is a strip that scrolls sideways, to where one is; elsewhere long names wrap. */
export function SubNavigation({ label, current, pages }: SubNavigationProps) {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => scrollSideways(strip.current, '[aria-current]'), [current])
  return (
    <nav aria-label={label}>
      <ul ref={strip} className="sideways gap-x-1 p-0.5 md:flex-wrap">
        {pages.map(({ page, to, label: words }) => (
          <li key={page}>
            <AppLink
              to={to}
              aria-current={page === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap',
                page === current
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-secondary hover:text-ink',
              )}
            >
              {words}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
