import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialog-store.ts'
import { Tabs, tabId } from '#web/ui/tabs.tsx'
import type { ChosenSignature, SignatureChoice, SignatureKind } from './signature-choice.ts'
import { missingPart, pictureOfChoice, rememberedChoice } from './signature-choice.ts'
import { noInk, SignaturePad } from './signature-pad.tsx'
import { SigningReview } from './signing-review.tsx'
import { TypedSignature } from './typed-signature.tsx'

const panel = 'signature-panel'

/** Choosing one's signature. The typed name is there from the start, so that one tap is enough. */
export function SignatureDialog(props: {
  request: SignatureRequest
  name: string
  controls: DialogControls<ChosenSignature>
}) {
  const { t } = useLingui()
  const { controls } = props
  const [choice, setChoice] = useState<SignatureChoice>(
    () => rememberedChoice.get() ?? { kind: 'typed', name: props.name, hand: 'Caveat', ink: noInk },
  )
  const [checked, setChecked] = useState(false)
  const [making, setMaking] = useState(false)
  const missing = checked ? missingPart(choice) : null
  const change = (part: Partial<SignatureChoice>) => setChoice({ ...choice, ...part })

  async function use(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (making || missingPart(choice)) return
    setMaking(true)
    try {
      const picture = await pictureOfChoice(choice)
      rememberedChoice.set(choice)
      controls.act({ picture })
    } finally {
      setMaking(false)
    }
  }

  const kinds: { value: SignatureKind; label: string }[] = [
    { value: 'typed', label: t`Type` },
    { value: 'drawn', label: t`Draw` },
    { value: 'text', label: t`Name only` },
  ]
  return (
    <form onSubmit={(event) => void use(event)} noValidate>
      <SigningReview request={props.request} />
      <div className="mt-4">
        <Tabs
          label={t`Kind of signature`}
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
              hand={choice.hand}
              error={missing === 'name' ? t`Please type your name.` : undefined}
              onName={(name) => change({ name })}
              onHand={(hand) => change({ hand })}
            />
          )}
          {choice.kind === 'drawn' && (
            <>
              <SignaturePad ink={choice.ink} onChange={(ink) => change({ ink })} />
              {missing === 'ink' && (
                <p role="alert" className="mt-2 text-sm text-error">
                  <Trans>Please draw your signature first.</Trans>
                </p>
              )}
            </>
          )}
          {choice.kind === 'text' && (
            <p className="text-ink-secondary">
              <Trans>
                The document shows your name, the date and the time in plain letters, without a picture.
              </Trans>
            </p>
          )}
        </div>
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={making || controls.loading}>
          <Trans>Use this signature</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
