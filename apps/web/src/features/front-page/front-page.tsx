import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** What this is, for someone who comes for the first time: beside the form, or under it on a phone. */
export function FrontPage() {
  const { t } = useLingui()
  return (
    <section aria-label={t`About Countersign`} className="flex flex-col gap-6">
      <h2 className="text-xl leading-tight font-semibold tracking-tight text-balance">
        <Trans>Send documents for signature. Get them back signed and verifiable.</Trans>
      </h2>
      <SignedPage />
      <ul className="flex flex-col gap-4">
        <Fact icon="mail" title={<Trans>No account needed to sign</Trans>}>
          <Trans>Signers open a link in their email and sign on any device.</Trans>
        </Fact>
        <Fact icon="sign" title={<Trans>Every signature level</Trans>}>
          <Trans>
            Simple, advanced and qualified signatures under Swiss (ZertES) and European law (eIDAS).
          </Trans>
        </Fact>
        <Fact icon="checkCircle" title={<Trans>Proof in the document</Trans>}>
          <Trans>
            Each signature is timestamped and recorded in an audit trail. Anyone can check the PDF, here or in
            another program.
          </Trans>
        </Fact>
        {note('price') && (
          <Fact icon="info" title={<Trans>Price</Trans>}>
            {note('price')}
          </Fact>
        )}
        {note('data-location') && (
          <Fact icon="document" title={<Trans>Data location</Trans>}>
            {note('data-location')}
          </Fact>
        )}
      </ul>
    </section>
  )
}

/** What the operator says of this installation, in their own words; nothing where they say nothing. */
function note(name: 'price' | 'data-location'): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

function Fact({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 text-accent">
        <Icon name={icon} />
      </span>
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-pretty text-ink-secondary">{children}</p>
      </div>
    </li>
  )
}

const lines = [
  [28, 150],
  [44, 232],
  [56, 220],
  [68, 236],
  [80, 168],
] as const

/** The end of a contract with two signatures, the second one just made. */
function SignedPage() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 280 170"
      className="w-full max-w-96 text-accent max-lg:hidden"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect x="0.75" y="0.75" width="278.5" height="168.5" rx="8" className="fill-sheet stroke-line" />
      {lines.map(([y, end]) => (
        <path key={y} d={`M24 ${y}H${end}`} className="stroke-line" strokeWidth={y === 28 ? 6 : 4} />
      ))}
      <path d="M24 140h100M156 140h100" className="stroke-line-field" />
      <path
        d="M32 134c6-18 14-27 17-25 4 2-6 22-2 24 4 1 7-12 11-11 3 1 0 8 4 9 4 1 6-8 10-7 3 1 0 6 3 7 5 2 11-7 18-7 5-1 5 4 10 4 4 0 8-3 13-6"
        stroke="currentColor"
        strokeWidth={2}
      />
      <path
        d="M164 132c10-20 17-26 20-24 4 3-11 22-7 25 4 2 9-14 13-13 3 1-2 11 2 12 5 1 8-12 12-11 3 1-1 9 3 10 6 1 12-8 20-12"
        stroke="currentColor"
        strokeWidth={2}
      />
      <circle cx="252" cy="112" r="12" className="fill-completed-ground stroke-completed" strokeWidth={1.5} />
      <path d="M246.5 112l4 4 7-8" className="stroke-completed" strokeWidth={2} />
    </svg>
  )
}
