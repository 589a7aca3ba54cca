import type { PublicInformation } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'

/** For which business someone asks, by its logo or its name, and whom one can ask about it. */
export function SenderBusiness({ business }: { business: PublicInformation }) {
  const { t } = useLingui()
  const { name, logo } = business
  const { email, phone } = business.supportContact
  return (
    <section aria-label={t`Requesting business`} className="flex flex-col gap-1">
      {logo ? (
        // On white in the dark as well: most logos are made for paper.
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={name}
          className="h-14 w-auto max-w-full self-start rounded border border-line bg-document object-contain p-1.5"
        />
      ) : (
        <p className="font-medium wrap-anywhere">
          <Trans>
            On behalf of <bdi>{name}</bdi>
          </Trans>
        </p>
      )}
      {(email || phone) && (
        <p className="text-sm text-ink-secondary wrap-anywhere">
          <Trans>Questions?</Trans>{' '}
          {email && (
            <a href={`mailto:${email}`} className={link}>
              {email}
            </a>
          )}
          {email && phone && ' · '}
          {phone && (
            <a href={`tel:${phone}`} className={link}>
              {phone}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

const link = 'inline-block py-1 text-accent underline underline-offset-2'
