import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { Tracking } from '#web/features/anonymous-upload/tracking.tsx'
import { TrackingForm } from '#web/features/anonymous-upload/tracking-form.tsx'
import { Submitted } from '#web/features/anonymous-upload/submitted.tsx'
import {
  submittedUpload,
  submitDocument,
  type Key,
  largestFile,
} from '#web/features/anonymous-upload/anonymous-upload-calls.ts'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SimpleLayout } from '#web/ui/layout/layout.tsx'
import { PdfDrop } from '#web/ui/forms/pdf-drop.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Anyone submits a document without an account, and tracks it. */
export function SubmitDocumentPage() {
  const { t } = useLingui()
  usePageTitle(t`Submit a document`)
  const [given, setGiven] = useState(submittedUpload.get)
  const [followed, setFollowed] = useState<Key | null>(null)
  useFocusOnPart(given ?? followed)
  return (
    <SimpleLayout>
      <div className="rounded-sheet border border-line bg-sheet p-5 sm:p-8">
        {given ? (
          <Submitted
            given={given}
            onAnother={() => {
              submittedUpload.forget()
              setGiven(null)
            }}
          />
        ) : followed ? (
          <>
            <PageHeading>
              <Trans>Your submitted document</Trans>
            </PageHeading>
            <Tracking
              key={`${followed.id} ${followed.code}`}
              followed={followed}
              end={
                <Button type="secondary" onClick={() => setFollowed(null)}>
                  <Trans>Back</Trans>
                </Button>
              }
            />
          </>
        ) : (
          <>
            <PageHeading>
              <Trans>Submit a document</Trans>
            </PageHeading>
            <p className="mb-5 text-ink-secondary">
              <Trans>
                No account needed. You’ll get a link and a code. Give them to the person who will claim the
                document and have it signed; you can follow the status here.
              </Trans>
            </p>
            <PdfDrop
              largest={largestFile}
              send={submitDocument}
              onDone={(done) => {
                submittedUpload.keep(done)
                setGiven(done)
              }}
            />
            <details className="mt-6 border-t border-line pt-4">
              <summary className="flex min-h-11 cursor-pointer items-center font-medium text-accent">
                <Trans>Already submitted a document?</Trans>
              </summary>
              <TrackingForm onFollow={setFollowed} />
            </details>
          </>
        )}
      </div>
      <div className="mt-6 text-center text-sm">
        <LanguageChoice />
      </div>
    </SimpleLayout>
  )
}
