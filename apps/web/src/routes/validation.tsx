import { useLingui } from '@lingui/react/macro'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { ValidationScreen } from '#web/features/validations/validation-screen.tsx'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Header, Main } from '#web/ui/layout/layout.tsx'
import { Wordmark } from '#web/ui/mark.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Anyone checks a signed PDF, with or without an account. */
export function ValidationPage() {
  const { t } = useLingui()
  usePageTitle(t`Verify a signed PDF`)
  return (
    <div className="flex min-h-page flex-col">
      <Header>
        <AppLink to={paths.home()} className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded">
          <Wordmark />
        </AppLink>
      </Header>
      <Main className="mx-auto w-full max-w-4xl grow px-3 py-6 sm:px-5">
        <ValidationScreen />
        <div className="mt-6 text-center text-sm">
          <LanguageChoice />
        </div>
      </Main>
    </div>
  )
}
