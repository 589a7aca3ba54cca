import { Trans, useLingui } from '@lingui/react/macro'
import type { OpenSession } from '@countersign/contract/sessions.ts'
import { formatDateTime, formatRelative } from '#web/lib/language/format.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { deviceOf } from './device.ts'
import { useDeviceWords } from './use-device-words.ts'

/** How a listener for both kinds writes an IPv4 address (RFC 4291 § 2.5.5.2). */
const mappedV4 = /^::ffff:(?=[\d.]+$)/i

export function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: (name: string) => void }) {
  const { t, i18n } = useLingui()
  const now = useNow(60_000)
  const device = deviceOf(session.userAgent)
  const name = useDeviceWords()(device)
  const methods: Record<OpenSession['method'], string> = {
    password: t`with the password`,
    second_factor: t`with two-factor authentication`,
    sso: t`through your company`,
  }
  const since = formatDateTime(session.createdAt, i18n.locale)
  const used = formatRelative(session.lastUsedAt, i18n.locale, now)
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <span className="mt-0.5 text-ink-secondary">
        <DeviceIcon small={device.kind === 'phone' || device.kind === 'tablet'} />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium">
          {name}
          {session.current && (
            <span className="ml-2 rounded-full bg-completed-ground px-2 py-0.5 text-xs font-semibold text-completed">
              <Trans>This device</Trans>
            </span>
          )}
        </p>
        <p className="text-sm text-ink-secondary wrap-anywhere">
          {session.current ? <Trans>Last used now</Trans> : <Trans>Last used {used}</Trans>}
          {session.address !== '' && <> · {session.address.replace(mappedV4, '')}</>}
        </p>
        <p className="text-sm text-ink-secondary">
          <Trans>
            Signed in on {since}, {methods[session.method]}
          </Trans>
        </p>
      </div>
      {!session.current && (
        <Button
          type="secondary"
          color="neutral"
          size="sm"
          className="shrink-0 whitespace-nowrap"
          label={t`Sign out ${name}`}
          onClick={() => onEnd(name)}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}

function DeviceIcon({ small }: { small: boolean }) {
  return (
    <svg
      aria-hidden="true"
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={small ? 'M8 3h8v18H8zM11 18h2' : 'M4 5h16v11H4zM2 19.5h20'} />
    </svg>
  )
}
