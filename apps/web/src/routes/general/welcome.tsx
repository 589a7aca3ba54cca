import { Trans, useLingui } from '@lingui/react/macro'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Image } from '#web/ui/image.tsx'
import { MessageLayout } from '#web/ui/layout/app-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

export function WelcomePage() {
  const { t } = useLingui()
  usePageTitle(t`Welcome`)
  return (
    <MessageLayout actions={<AccountMenu />}>
      <Statement
        drawing={
          <Image
            name="welcome"
            alt=""
            width={640}
            height={320}
            className="mb-8 h-auto max-w-full rounded-sheet"
          />
        }
        title={t`Welcome to Countersign`}
        action={
          <>
            <Button to={paths.upload()}>
              <Trans>Upload a document</Trans>
            </Button>
            <Button type="secondary" to={paths.profile()}>
              <Trans>View profile</Trans>
            </Button>
          </>
        }
      >
        <Trans>Upload a PDF, add signers and fields, and send.</Trans>
      </Statement>
    </MessageLayout>
  )
}
