import type { Extra } from '@countersign/contract/business-settings.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What a business has besides the signing of documents, and where each is looked after. */
export function ExtrasList({ extras }: { extras: readonly Extra[] }) {
  const { i18n } = useLingui()
  const words = useExtraWords()
  return (
    <ul className="flex flex-col gap-3">
      {extras.map(({ name, enabled, since, amount }) => {
        const { title, text, to } = words[name]
        return (
          <li key={name} className="rounded-sheet border border-line bg-sheet p-4 sm:p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className={`inline-flex items-center gap-1.5 text-sm ${enabled ? 'text-completed' : ''}`}>
                {enabled ? (
                  <>
                    <Icon name="check" size={16} />
                    <Trans>In use</Trans>
                    {amount !== null && <span className="tabular-nums">({amount})</span>}
                  </>
                ) : (
                  <span className="text-ink-secondary">
                    <Trans>Not in use</Trans>
                  </span>
                )}
              </p>
            </div>
            <p className="mt-1 max-w-prose text-ink-secondary">{text}</p>
            {since && (
              <p className="mt-1 text-sm text-ink-secondary">
                <Trans>Since {formatDate(since, i18n.locale)}</Trans>
              </p>
            )}
            <AppLink
              to={to}
              className="mt-2 -ml-2 inline-flex min-h-11 items-center gap-1 rounded px-2 text-accent hover:bg-hover"
            >
              <Trans>Manage</Trans>
              <span className="sr-only">: {title}</span>
              <Icon name="chevronRight" size={16} />
            </AppLink>
          </li>
        )
      })}
    </ul>
  )
}

function useExtraWords(): Record<Extra['name'], { title: string; text: string; to: string }> {
  const { t } = useLingui()
  return {
    part11: {
      title: t`Regulated records (21 CFR Part 11)`,
      text: t`Records signed with a name, a reason and re-authentication.`,
      to: `${paths.businessSettings()}#signing`,
    },
    aes_for_business: {
      title: t`AES for business`,
      text: t`Members confirm advanced signatures with their business email, without a phone.`,
      to: paths.aesForBusiness(),
    },
    seals: {
      title: t`Seals`,
      text: t`Signatures with a certificate in your business’s name.`,
      to: paths.businessSeals(),
    },
    identifications: {
      title: t`Identity checks you pay for`,
      text: t`You pay for identity checks of members and their signers.`,
      to: `${paths.businessSettings()}#identifications`,
    },
    branding: {
      title: t`Logo`,
      text: t`Your logo in emails, on signing pages and in the audit trail.`,
      to: `${paths.businessSettings()}#branding`,
    },
    domains: {
      title: t`Domains`,
      text: t`People with an email at your domain can join without an invitation.`,
      to: paths.businessDomains(),
    },
    api: {
      title: t`API users`,
      text: t`Connect your own software with an API key.`,
      to: paths.apiUsers(),
    },
  }
}
