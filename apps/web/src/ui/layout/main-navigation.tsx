import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { AppLink } from '../app-link.tsx'
import { classNames } from '../class-names.ts'

type Part = 'documents' | 'templates' | 'business'

/** The parts of the product, on every page of an account. On a small screen they are in the account's menu. */
export function MainNavigation() {
  const { t } = useLingui()
  const current = useRouterState({ select: ({ location }) => partOf(location.pathname) })
  const role = useStore(ownBusiness)?.role
  const parts: { part: Part; to: string; label: string }[] = [
    { part: 'documents', to: paths.dashboard(), label: t`Documents` },
    { part: 'templates', to: paths.templates(), label: t`Templates` },
  ]
  // A member without the right to manage it has nothing to see there.
  if (role !== 'member')
    parts.push({
      part: 'business',
      to: role === 'admin' ? paths.businessDashboard() : paths.businessRegister(),
      label: t`Business`,
    })
  return (
    <nav aria-label={t`Main`} className="hidden lg:flex">
      {parts.map(({ part, to, label }) => (
        <AppLink
          key={part}
          to={to}
          aria-current={part === current ? 'page' : undefined}
          className={classNames(
            'flex min-h-10 items-center rounded px-3 font-medium hover:bg-hover',
            part === current ? 'text-ink' : 'text-ink-secondary',
          )}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  )
}

/** Null on the pages of one's own account. */
function partOf(path: string): Part | null {
  if (/^\/(templates|bulk-sends)\b/.test(path)) return 'templates'
  if (/^\/(business|billing)\b/.test(path)) return 'business'
  return /^\/(dashboard|upload)?$/.test(path) ? 'documents' : null
}
