import type { Seal } from '@countersign/contract/seals.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { satisfiesRequest } from './satisfies-request.ts'
import { ownSealsQuery, sealImageQuery } from './seal-calls.ts'
import { SealLevel } from './seal-state.tsx'

export interface ChosenSeal {
  readonly name: string
  /** What one sees of it in its place. */
  readonly picture: Blob | null
}

/** Signs oneself, or with a seal one may use. Says nothing to those who may use none. */
export function ChooseSeal(props: {
  request: SignatureRequest
  chosen: Seal | null
  onChoose: (seal: Seal | null) => void
  onSeal: (seal: ChosenSeal) => void
  onCancel: () => void
}) {
  const { t } = useLingui()
  const own = useQuery(ownSealsQuery)
  // One can sign oneself without them: that they cannot be had right now is no reason to stop.
  const seals = (own.data ?? []).filter((seal) => satisfiesRequest(seal, props.request))
  if (seals.length === 0) return null
  const { chosen } = props
  return (
    <div className="mt-4 flex flex-col gap-4">
      <ChoiceGroup legend={<Trans>In whose name?</Trans>}>
        <Radio
          name="seal"
          label={t`In my own name`}
          checked={chosen === null}
          onChange={() => props.onChoose(null)}
        />
        {seals.map((seal) => (
          <Radio
            key={seal.id}
            name="seal"
            label={
              <Trans>
                Seal of <bdi>{seal.label}</bdi>
              </Trans>
            }
            hint={<SealLevel {...seal.data} />}
            checked={chosen?.id === seal.id}
            onChange={() => props.onChoose(seal)}
          />
        ))}
      </ChoiceGroup>
      {chosen && <SealIt seal={chosen} onSeal={props.onSeal} onCancel={props.onCancel} />}
    </div>
  )
}

function SealIt(props: { seal: Seal; onSeal: (seal: ChosenSeal) => void; onCancel: () => void }) {
  const { seal } = props
  const { label } = seal
  const image = useQuery(sealImageQuery(seal, 0))
  return (
    <>
      <p>
        <Trans>
          The certificate names {label}, and the audit trail shows that you applied the seal. No further step
          is needed.
        </Trans>
      </p>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={props.onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          icon="sign"
          loading={image.isLoading}
          onClick={() => props.onSeal({ name: seal.name, picture: image.data ?? null })}
        >
          <Trans>Seal for {label}</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}
