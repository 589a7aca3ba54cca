import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RetentionRule } from '@countersign/contract/retention.ts'
import { ActForm } from '#web/features/request-acts/act-form.tsx'
import { Checkbox, ChoiceGroup, Radio } from '#web/ui/checkbox.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialog-store.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RetentionFields, useRetention } from '#web/ui/retention-fields.tsx'

interface Given {
  days: number
  terminal_state: boolean
  existing: boolean
}

export function openActivateRetention(rule: RetentionRule, run: (given: Given) => Promise<void>): void {
  openDialog<Given>({
    namespace: 'general',
    name: 'activate-auto-deletion',
    title: rule.enabled ? <Trans>Change auto-deletion</Trans> : <Trans>Activate auto-deletion</Trans>,
    content: (controls) => <ActivateForm rule={rule} controls={controls} />,
    onAction: run,
  })
}

function ActivateForm({ rule, controls }: { rule: RetentionRule; controls: DialogControls<Given> }) {
  const { t } = useLingui()
  const chosen = useRetention({ days: rule.days ?? 90, terminalState: rule.terminal_state ?? true })
  const [existing, setExisting] = useState(false)
  function submit() {
    const given = chosen.choose()
    if (given) controls.act({ days: given.days, terminal_state: given.terminalState, existing })
  }
  return (
    <ActForm
      controls={controls}
      onSubmit={submit}
      leave={<Trans>Leave it as it is</Trans>}
      button={rule.enabled ? <Trans>Change it</Trans> : <Trans>Activate it</Trans>}
    >
      <RetentionFields label={t`Days until deletion`} fields={chosen.fields} />
      <Checkbox
        label={t`Also for requests that are there already`}
        hint={t`A week from now at the earliest. Without it, it holds for what you begin from now on.`}
        checked={existing}
        onChange={(event) => setExisting(event.target.checked)}
      />
      <Notice kind="info">
        <Trans>
          You and the signers with an account are mailed seven days before and on the day. Until then what you
          sent cannot be deleted by hand. Records under Part 11 are kept two years from their end at least.
        </Trans>
      </Notice>
    </ActForm>
  )
}

export function openDeactivateRetention(count: number, run: (release: boolean) => Promise<void>): void {
  openDialog<boolean>({
    namespace: 'general',
    name: 'deactivate-auto-deletion',
    title: <Trans>Deactivate auto-deletion</Trans>,
    content: (controls) => <DeactivateForm count={count} controls={controls} />,
    onAction: run,
  })
}

function DeactivateForm({ count, controls }: { count: number; controls: DialogControls<boolean> }) {
  const { t } = useLingui()
  const [release, setRelease] = useState(false)
  return (
    <ActForm
      controls={controls}
      onSubmit={() => controls.act(release)}
      color="error"
      leave={<Trans>Leave it as it is</Trans>}
      button={<Trans>Deactivate it</Trans>}
    >
      <p>
        <Trans>What you begin from now on stays until you delete it.</Trans>
      </p>
      {count > 0 && (
        <ChoiceGroup
          legend={
            <Plural
              value={count}
              one="What becomes of the request that is under it?"
              other="What becomes of the # requests that are under it?"
            />
          }
        >
          <Radio
            name="release"
            label={t`It is still deleted in time`}
            hint={t`As it was announced to whoever takes part.`}
            checked={!release}
            onChange={() => setRelease(false)}
          />
          <Radio
            name="release"
            label={t`It is freed and stays`}
            checked={release}
            onChange={() => setRelease(true)}
          />
        </ChoiceGroup>
      )}
    </ActForm>
  )
}
