import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DraftSigner } from '../drafts/draft.ts'

export interface WrittenMail {
  readonly language: Language
  readonly subject: string
  readonly text: string
}

export type PreviewOf = (signerKey: string) => Promise<WrittenMail>

/** The email as a signer will get it, on demand. The sender who signs too gets none. */
export function MailPreview(props: { signers: readonly DraftSigner[]; preview: PreviewOf }) {
  const { t } = useLingui()
  const signers = props.signers.filter(({ isMe }) => !isMe)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(signers[0]?.key ?? '')
  if (signers.length === 0) return null
  return (
    <div>
      <Button
        type="text"
        size="sm"
        icon="mail"
        className="-ml-3"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Trans>Close email preview</Trans> : <Trans>Preview email</Trans>}
      </Button>
      {isOpen && (
        <div className="mt-1 flex flex-col gap-3">
          {signers.length > 1 && (
            <Select
              label={t`Email to`}
              value={chosen}
              options={signers.map(({ key, name, email }) => ({ value: key, label: name || email }))}
              onChange={(event) => setChosen(event.target.value)}
            />
          )}
          <Written key={chosen} signerKey={chosen} preview={props.preview} />
        </div>
      )}
    </div>
  )
}

function Written({ signerKey, preview }: { signerKey: string; preview: PreviewOf }) {
  const { t } = useLingui()
  const [mail, setMail] = useState<WrittenMail | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    preview(signerKey).then(
      (written) => isGone || setMail(written),
      (error: unknown) => isGone || setFailure(error),
    )
    return () => {
      isGone = true
    }
    // The draft does not change while it is reviewed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [signerKey])
  if (failure) return <ErrorNotice failure={failure} />
  if (!mail) return <Skeleton className="h-64" />
  const { language, subject, text } = mail
  return (
    <>
      <div
        role="region"
        aria-label={t`Email preview`}
        // It scrolls: the keyboard gets to it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        lang={language}
        className="max-h-64 overflow-y-auto rounded border border-line bg-sheet p-3 text-sm wrap-anywhere"
      >
        <p dir="auto" className="mb-2 font-semibold">
          {subject}
        </p>
        <p className="whitespace-pre-wrap">{text}</p>
      </div>
      <p className="text-xs text-ink-secondary">
        <Trans>
          Each signer gets a personal link. Signers with an account get the email in the language of their
          account.
        </Trans>
      </p>
    </>
  )
}
