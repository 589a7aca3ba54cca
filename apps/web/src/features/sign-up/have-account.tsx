import { Trans } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'

export function HaveAccount() {
  return (
    <p className="mt-6 border-t border-line pt-4 text-sm">
      <Trans>
        Already have an account?{' '}
        <AppLink to={paths.login()} className="font-medium text-accent underline">
          Sign in
        </AppLink>
      </Trans>
    </p>
  )
}
