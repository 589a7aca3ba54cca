import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FollowedCourse } from '#web/features/hand-over/followed-course.tsx'
import { FollowForm } from '#web/features/hand-over/follow-form.tsx'
import { HandedIn } from '#web/features/hand-over/handed-in.tsx'
import { handedIn, handIn, type Key, largestFile } from '#web/features/hand-over/hand-over-calls.ts'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, SimpleLayout } from '#web/ui/layout.tsx'
import { PdfDrop } from '#web/ui/pdf-drop.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** Anyone hands a document in, without an account, and follows it. */
export function HandInPage() {
  const { t } = useLingui()
  usePageTitle(t`Submit a document`)
  const [given, setGiven] = useState(handedIn.get)
  const [followed, setFollowed] = useState<Key | null>(null)
  return (
    <SimpleLayout>
      <div className="rounded-sheet border border-line bg-sheet p-5 sm:p-8">
        {given ? (
          <HandedIn
            given={given}
            onAnother={() => {
              handedIn.forget()
              setGiven(null)
            }}
          />
        ) : followed ? (
          <>
            <PageHeading>
              <Trans>Your submitted document</Trans>
            </PageHeading>
            <FollowedCourse
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
              send={handIn}
              onDone={(done) => {
                handedIn.keep(done)
                setGiven(done)
              }}
            />
            <details className="mt-6 border-t border-line pt-4">
              <summary className="flex min-h-11 cursor-pointer items-center font-medium text-accent">
                <Trans>Already submitted a document?</Trans>
              </summary>
              <FollowForm onFollow={setFollowed} />
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
