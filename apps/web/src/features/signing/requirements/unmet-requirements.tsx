import { acceptTerms } from '@countersign/contract/accounts.ts'
import type { OwnSigningOption, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { hasSealFor } from '#web/features/seals/has-seal-for.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepUser } from '#web/lib/account/current-user.ts'
import { identificationAddress } from '#web/lib/requests/identification-address.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { closeDialog, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { shownRequirements } from './shown-requirements.ts'
import { openSignerDetails } from '../signers/signer-details.tsx'

type Requirement = OwnSigningOption['unmet'][number]

interface RequirementsOptions {
  readonly request: SignatureRequest
  readonly visitor: Visitor
  readonly option: OwnSigningOption
  /** Nothing is in the way any longer; with the name that was given on the way. */
  readonly onSettled: (name?: string) => void
}

/**
 * The unmet requirements of the requested level and how to meet them, before the choice of a signature. Signing with a
 * seal is possible all the same.
 */
export function openMissing(missing: RequirementsOptions, withSeal: () => void): void {
  void open(missing, withSeal)
}

async function open(missing: RequirementsOptions, withSeal: () => void): Promise<void> {
  if (!missing.visitor && (await hasSealFor(missing.request))) withSeal()
  else openRequirements(missing)
}

export function openRequirements(missing: RequirementsOptions): void {
  const { visitor, option } = missing
  const { unmet } = option
  if (!visitor && unmet.length === 1 && unmet[0] === 'terms') openTermsOfUse(missing.onSettled)
  else if (visitor && unmet.every(isOwnDetail)) openDetails(missing, visitor)
  else openUpgradeStandards(missing)
}

/** What a signer without an account can say on the page. */
const isOwnDetail = (requirement: Requirement) => requirement === 'name' || requirement === 'mobile'

/** Afterwards the others, if any are left. */
function openDetails(missing: RequirementsOptions, visitor: NonNullable<Visitor>): void {
  const { unmet } = missing.option
  const left = unmet.filter((requirement) => !isOwnDetail(requirement))
  const required = { name: unmet.includes('name'), mobile: unmet.includes('mobile') }
  openSignerDetails(visitor, required, (name) => {
    if (left.length === 0) missing.onSettled(name)
    else openRequirements({ ...missing, option: { ...missing.option, unmet: left } })
  })
}

function openTermsOfUse(onAccepted: () => void): void {
  openDialog({
    namespace: 'document',
    name: 'terms-of-use',
    title: <Trans>Trust service terms of use</Trans>,
    content: ({ act, loading, close }) => (
      <Terms onAccept={() => act()} accepting={loading} onCancel={close} />
    ),
    onAction: async () => {
      keepUser(await call(acceptTerms, { body: { tou_swisscom: true } }, { background: true }))
      window.setTimeout(() => onAccepted())
    },
  })
}

function Terms(props: { onAccept: () => void; accepting: boolean; onCancel: () => void }) {
  const [agreed, setAgreed] = useState(false)
  const [required, setAsked] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (agreed) props.onAccept()
        else focusFirstWrong(event.currentTarget)
      }}
      className="flex flex-col gap-3"
    >
      <p>
        <Trans>
          A trust service issues a certificate in your name for this signature. You accept its terms once.
        </Trans>
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>
          <Trans>Your identity details are correct, and you’ll report any changes.</Trans>
        </li>
        <li>
          <Trans>You’ll confirm signatures yourself and never share your password, codes or phone.</Trans>
        </li>
        <li>
          <Trans>The trust service keeps your identity evidence for as long as the law requires.</Trans>
        </li>
      </ul>
      <Checkbox
        label={<Trans>I accept the trust service’s terms of use</Trans>}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
        error={required && !agreed && <Trans>The trust service requires them. Nothing was signed yet.</Trans>}
      />
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={props.onCancel}>
          <Trans>Back to the document</Trans>
        </Button>
        <Button submit loading={props.accepting}>
          <Trans>Accept and continue</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}

function openUpgradeStandards(missing: RequirementsOptions): void {
  openDialog({
    namespace: 'document',
    name: 'unmet-requirements',
    title: <Trans>Before you sign</Trans>,
    content: () => (
      <>
        {missing.option.unmet.includes('identification') && (
          <p className="mb-4">
            <Trans>
              The sender requires a higher signature level. Verify your identity first, then come back to
              sign.
            </Trans>
          </p>
        )}
        <ul className="flex flex-col gap-4">
          {shownRequirements(missing.option.unmet).map((requirement) => (
            <li key={requirement} className="flex flex-col items-start gap-2">
              <RequirementWords requirement={requirement} missing={missing} />
            </li>
          ))}
        </ul>
        <DialogButtons>
          <Button type="secondary" color="neutral" onClick={() => closeDialog('document')}>
            <Trans>Back to the document</Trans>
          </Button>
        </DialogButtons>
      </>
    ),
  })
}

function RequirementWords({
  requirement,
  missing,
}: {
  requirement: Requirement
  missing: RequirementsOptions
}) {
  const { visitor, option, request } = missing
  const asker = request.owner.name || request.owner.email
  const law = option.legislation === 'EIDAS' ? 'EIDAS' : 'ZERTES'
  switch (requirement) {
    case 'identification':
      return (
        <WayOver
          to={identificationAddress({ law, requestId: request.id, userId: visitor?.userId })}
          label={<Trans>Verify your identity</Trans>}
        >
          <Trans>One-time identity check. Takes about 5 minutes.</Trans>
        </WayOver>
      )
    case 'mobile':
      return visitor ? (
        <WayOver act={() => openDetails(missing, visitor)} label={<Trans>Add a mobile number</Trans>}>
          <Trans>Your mobile number is missing. We need it to send you codes.</Trans>
        </WayOver>
      ) : (
        <WayOver to={paths.qualities('mobile-id')} label={<Trans>Add a mobile number</Trans>}>
          <Trans>Your mobile number is missing. We need it to send you codes.</Trans>
        </WayOver>
      )
    case 'name':
      return visitor ? (
        <WayOver act={() => openDetails(missing, visitor)} label={<Trans>Add your name</Trans>}>
          <Trans>Your first and last name are missing. The certificate needs them.</Trans>
        </WayOver>
      ) : (
        <WayOver to={paths.profile()} label={<Trans>Add your name</Trans>}>
          <Trans>Your first and last name are missing. The certificate needs them.</Trans>
        </WayOver>
      )
    case 'email':
      return (
        <WayOver to={paths.profile()} label={<Trans>Confirm your email</Trans>}>
          <Trans>Your email isn’t confirmed yet.</Trans>
        </WayOver>
      )
    case 'terms':
      return (
        <WayOver>
          <Trans>You’ll then accept the trust service provider’s terms.</Trans>
        </WayOver>
      )
    case 'business':
      return (
        <WayOver>
          <Trans>
            Only members of a business with Part 11 turned on can sign regulated records. Ask its
            administrators, or ask {asker} for another signature level.
          </Trans>
        </WayOver>
      )
    case 'not_offered':
      return (
        <WayOver>
          <Trans>This signature level isn’t set up here. Please ask {asker} for another one.</Trans>
        </WayOver>
      )
  }
}

function WayOver(props: { children: ReactNode; to?: string; act?: () => void; label?: ReactNode }) {
  const { children, to, act, label } = props
  return (
    <>
      <p className="wrap-anywhere">{children}</p>
      {to && (
        <Button to={to} onClick={() => closeDialog('document')}>
          {label}
        </Button>
      )}
      {act && <Button onClick={act}>{label}</Button>}
    </>
  )
}
