import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { mainId } from '#web/ui/layout/layout.tsx'
import { Wordmark } from '#web/ui/mark.tsx'
import type { Language } from '@countersign/contract/values.ts'
import { selectLanguage } from '#web/lib/language/i18n.ts'
import { languageNames, languages } from '#web/lib/language/language.ts'

interface ScreenProps {
  children: ReactNode
  bar?: ReactNode
  /** On a phone mark and language scroll with the document, which brings them along (`PhoneHead`). */
  reads?: boolean
}

/** The frame of a visitor's page: mark and language, the document, and the one action at the thumb. */
export function DirectSignScreen({ children, bar, reads }: ScreenProps) {
  return (
    <div className="reading relative flex h-page flex-col overflow-clip [container-type:size]">
      <header
        className={classNames(
          reads && 'max-sm:hidden',
          'flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 border-b border-line bg-sheet px-3 py-1 sm:px-5',
        )}
      >
        <Wordmark />
        <LanguageChoice />
      </header>
      <main id={mainId} tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {children}
      </main>
      {bar && (
        <footer className="shrink-0 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <div className="mx-auto flex max-w-md flex-col gap-2">{bar}</div>
        </footer>
      )}
    </div>
  )
}

export function PhoneHead() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 sm:hidden">
      <Wordmark />
      <LanguageChoice />
    </div>
  )
}

/** The one action of the page: first one chooses the signature. `identifyAt`: who one is has to be checked before. */
export function SignBar(props: { busy: boolean; onChoose: () => void; identifyAt?: string | null }) {
  if (props.identifyAt)
    return (
      <Button size="xl" icon="person" block to={props.identifyAt}>
        <Trans>Verify your identity</Trans>
      </Button>
    )
  return (
    <Button size="xl" icon="sign" block loading={props.busy} onClick={props.onChoose}>
      <Trans>Review and sign</Trans>
    </Button>
  )
}

/** The language of the page; kept in the address too, so that loading it again does not change it back. */
function LanguageChoice() {
  const { t, i18n } = useLingui()
  /** At once: the signer’s own language may come while the words of this one are on their way. */
  function choose(language: Language) {
    const address = new URL(location.href)
    address.searchParams.set('lang', language)
    history.replaceState(history.state, '', address)
    void selectLanguage(language)
  }
  return (
    <select
      aria-label={t`Language`}
      className="h-11 rounded border border-line-field bg-sheet px-2 text-sm"
      value={i18n.locale}
      onChange={(event) => choose(event.target.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
