import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { fontFor } from '#web/features/visual-signatures/handwriting/handwriting-fonts.ts'
import { noInk } from '#web/features/visual-signatures/handwriting/ink.ts'
import { TypedSignature } from '#web/features/visual-signatures/handwriting/typed-signature.tsx'
import {
  refreshVisualSignatures,
  saveVisualSignature,
} from '#web/features/visual-signatures/visual-signature-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, tabId } from '#web/ui/tabs.tsx'
import type { DialogAnswer, SignatureChoice, SignatureKind } from './signature-choice.ts'
import { missingPart, pictureOfChoice, rememberedChoice } from './signature-choice.ts'
import { later } from '#web/ui/later.tsx'

const panel = 'signature-panel'

/** Loaded with their tabs: most people type their name. */
const SignaturePad = later(async () => ({
  default: (await import('#web/features/visual-signatures/handwriting/signature-pad.tsx')).SignaturePad,
}))
const UploadSignature = later(async () => ({
  default: (await import('#web/features/visual-signatures/pictures/upload-signature.tsx')).UploadSignature,
}))

/** Making a signature. The typed name is there from the start, so that one tap is enough. */
export function NewSignature(props: {
  name: string
  /** Account holders may keep it for next time. */
  mayKeep: boolean
  onBack?: () => void
  controls: DialogControls<DialogAnswer>
}) {
  const { t, i18n } = useLingui()
  const { controls, mayKeep } = props
  const queries = useQueryClient()
  const [choice, setChoice] = useState<SignatureChoice>(
    () =>
      rememberedChoice.get() ?? {
        kind: 'typed',
        name: props.name,
        font: fontFor(props.name, null),
        ...{ ink: noInk, upload: null, removeBackground: true },
      },
  )
  const [checked, setChecked] = useState(false)
  const [keep, setKeep] = useState(false)
  const [making, setMaking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** Where only the picture could not be kept, the next try gives it to the same one. */
  const keptId = useRef<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const missing = checked ? missingPart(choice) : null
  /** Of what is there now: an image may have been read for a while. */
  const change = (part: Partial<SignatureChoice>) => setChoice((now) => ({ ...now, ...part }))

  async function use(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (making || missingPart(choice)) return
    setMaking(true)
    setFailure(null)
    try {
      const picture = await pictureOfChoice(choice)
      rememberedChoice.set(choice)
      const name = (choice.kind === 'typed' ? choice.name : props.name).trim()
      const savedId =
        mayKeep && keep
          ? await keepIt(queries, { choice, name, picture, id: keptId, language: i18n.locale as Language })
          : null
      const removeBackground = choice.kind === 'uploaded' && choice.removeBackground
      controls.act({ signature: { picture, savedId, removeBackground }, signNow: false })
    } catch (error) {
      setFailure(error)
    } finally {
      setMaking(false)
    }
  }

  const kinds: { value: SignatureKind; label: string }[] = [
    { value: 'typed', label: t({ message: 'Type', context: 'by keyboard' }) },
    { value: 'drawn', label: t`Draw` },
    { value: 'uploaded', label: t`Upload` },
    { value: 'text', label: t`Name only` },
  ]
  return (
    <form ref={form} onSubmit={(event) => void use(event)} noValidate>
      <Tabs
        label={t`Signature type`}
        value={choice.kind}
        tabs={kinds}
        onChange={(kind) => change({ kind })}
        panelId={panel}
      />
      <div
        id={panel}
        role="tabpanel"
        aria-labelledby={tabId(panel, choice.kind)}
        className="min-h-64 pt-4 sm:min-h-56"
      >
        {choice.kind === 'typed' && (
          <TypedSignature
            name={choice.name}
            font={fontFor(choice.name, choice.font)}
            error={
              missing !== 'name'
                ? undefined
                : choice.name.trim() === ''
                  ? t`Enter your name.`
                  : t`Enter a name, not an email address or a link.`
            }
            onName={(name) => change({ name })}
            onFont={(font) => change({ font })}
          />
        )}
        {choice.kind === 'drawn' && (
          <>
            <Suspense fallback={<Skeleton className="h-64" />}>
              <SignaturePad ink={choice.ink} onChange={(ink) => change({ ink })} />
              <EndInView form={form} />
            </Suspense>
            {missing === 'ink' && (
              <p role="alert" className="mt-2 text-sm text-error">
                <Trans>Draw your signature first.</Trans>
              </p>
            )}
          </>
        )}
        {choice.kind === 'uploaded' && (
          <>
            <Suspense fallback={<Skeleton className="h-48" />}>
              <UploadSignature draft={choice} isUnchanged={false} onChange={change} />
            </Suspense>
            {missing === 'upload' && (
              <p role="alert" className="mt-2 text-sm text-error">
                <Trans>Choose an image first.</Trans>
              </p>
            )}
          </>
        )}
        {choice.kind === 'text' && (
          <p className="text-ink-secondary">
            <Trans>
              The document shows your name, the date and the time as plain text, without an image.
            </Trans>
          </p>
        )}
      </div>
      {mayKeep && choice.kind !== 'text' && (
        <Checkbox
          label={t`Keep this signature for next time`}
          checked={keep}
          onChange={(event) => setKeep(event.target.checked)}
        />
      )}
      {failure !== null && (
        <div className="mt-3">
          <ErrorNotice failure={failure} />
        </div>
      )}
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={props.onBack ?? controls.close}>
          {props.onBack ? <Trans>Back to saved signatures</Trans> : <Trans>Cancel</Trans>}
        </Button>
        <Button submit loading={making || controls.loading}>
          <Trans>Use this signature</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

/** A phone on its side has room for the drawing area and the buttons, and for nothing above them. */
function EndInView({ form }: { form: { readonly current: HTMLFormElement | null } }) {
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'end' })
  }, [form])
  return null
}

/** Answers the id under which it is kept; null for one without a picture, which there is nothing to keep of. */
async function keepIt(
  queries: QueryClient,
  made: {
    choice: SignatureChoice
    name: string
    picture: Blob | null
    id: { current: string | null }
    language: Language
  },
): Promise<string | null> {
  if (!made.picture) return null
  const { id } = await saveVisualSignature({
    id: made.id.current,
    content: {
      alias: made.name.slice(0, 60),
      kind: made.choice.kind,
      name: made.name,
      language: made.language,
    },
    picture: {
      blob: made.picture,
      removeBackground: made.choice.kind === 'uploaded' && made.choice.removeBackground,
    },
    onId: (given) => (made.id.current = given),
  })
  await refreshVisualSignatures(queries)
  return id
}
