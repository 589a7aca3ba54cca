import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { SavedPreview } from '#web/features/visual-signatures/saved-preview.tsx'
import { savedPreviewQuery } from '#web/features/visual-signatures/visual-signature-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import type { DialogAnswer } from './signature-choice.ts'

/** The signatures one keeps, the default one chosen: one tap signs. */
export function SavedSignatures(props: {
  signatures: readonly VisualSignature[]
  onNew: () => void
  controls: DialogControls<DialogAnswer>
}) {
  const { signatures, controls } = props
  const queries = useQueryClient()
  const [chosenId, setChosenId] = useState(
    () => (signatures.find((signature) => signature.default) ?? signatures[0])?.id,
  )
  const chosen = signatures.find(({ id }) => id === chosenId) ?? signatures[0]!

  async function use(signNow: boolean) {
    const picture = await queries.fetchQuery(savedPreviewQuery(chosen)).catch(() => null)
    controls.act({ signature: { picture, savedId: chosen.id }, signNow })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void use(true)
  }

  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">
          <Trans>Your signature</Trans>
        </legend>
        <div className="-m-1 flex max-h-[45dvh] flex-wrap gap-3 overflow-y-auto p-1">
          {signatures.map((signature) => (
            <KeptChoice
              key={signature.id}
              signature={signature}
              chosen={signature.id === chosen.id}
              onChoose={() => setChosenId(signature.id)}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-2 -ml-3">
        <Button type="text" icon="plus" size="sm" onClick={props.onNew}>
          <Trans>New signature</Trans>
        </Button>
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={() => void use(false)}>
          <Trans>Preview in document</Trans>
        </Button>
        <Button submit icon="sign" loading={controls.loading}>
          <Trans>Sign now</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

function KeptChoice(props: { signature: VisualSignature; chosen: boolean; onChoose: () => void }) {
  const { signature, chosen } = props
  return (
    <label
      className={classNames(
        'relative flex w-full max-w-[318px] cursor-pointer flex-col rounded border p-2',
        chosen ? 'border-accent bg-selected outline outline-accent' : 'border-line-field hover:bg-hover',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <span className="flex items-center gap-2 pb-2">
        <input
          type="radio"
          name="kept-signature"
          className="size-4 shrink-0 accent-accent after:absolute after:inset-0"
          checked={chosen}
          onChange={props.onChoose}
        />
        <span className="min-w-0 grow truncate text-sm font-medium">{signature.alias}</span>
      </span>
      <SavedPreview signature={signature} />
    </label>
  )
}
