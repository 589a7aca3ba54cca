import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '../app-link.tsx'
import { classNames } from '../class-names.ts'
import { Wordmark } from '../mark.tsx'

export const mainId = 'main'

/** Where the element that had the focus goes. The page stays where it is scrolled to. */
export const focusContent = (): void => document.getElementById(mainId)?.focus({ preventScroll: true })

/** The first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(mainId)?.focus()
      }}
      className="sr-only z-50 rounded bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      <Trans>Skip to content</Trans>
    </a>
  )
}

export function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={className}>
      {children}
    </main>
  )
}

/** Over the whole width: the mark is at the same place on every page. `wraps`: where letters are large it has two lines. */
export function Header({ wraps = false, children }: { wraps?: boolean; children: ReactNode }) {
  return (
    <header
      className={classNames(
        'sticky top-0 z-30 flex items-center gap-x-3 border-b border-line bg-sheet px-3 sm:px-5',
        wraps ? 'min-h-16 flex-wrap gap-y-1 py-1' : 'h-16',
      )}
    >
      {children}
    </header>
  )
}

/**
 * One column in the middle of the page under the mark: sign-in, sign-up and what is alone. `aside`: beside it, or
 * under it where there is no room.
 */
export function UnauthenticatedLayout(props: { children: ReactNode; aside?: ReactNode; footer?: ReactNode }) {
  const { children, aside, footer } = props
  const card = <div className="rounded-sheet border border-line bg-sheet p-5 sm:p-8">{children}</div>
  return (
    <div className="reading flex min-h-page flex-col">
      <header className="flex justify-center px-4 pt-8 sm:pt-14">
        <AppLink to={paths.login()} className="flex min-h-11 items-center rounded px-2">
          <Wordmark />
        </AppLink>
      </header>
      <Main
        className={
          aside
            ? 'mx-auto grid w-full max-w-md grow content-start gap-8 px-4 py-6 lg:max-w-5xl lg:grid-cols-2 lg:items-start lg:gap-20 lg:py-12'
            : 'mx-auto w-full max-w-md grow px-4 py-6'
        }
      >
        {card}
        {aside && <div className="lg:order-first">{aside}</div>}
      </Main>
      {footer && <footer className="px-4 pb-8 text-center text-sm text-ink-secondary">{footer}</footer>}
    </div>
  )
}

/** The mark and the content, no navigation: pages that say one thing. */
export function SimpleLayout({ children }: { children: ReactNode }) {
  return (
    <div className="reading flex min-h-page flex-col">
      <Header>
        <AppLink to={paths.home()} className="flex min-h-11 items-center rounded">
          <Wordmark />
        </AppLink>
      </Header>
      <Main className="mx-auto flex w-full max-w-2xl grow flex-col justify-center px-4 py-10">
        {children}
      </Main>
    </div>
  )
}

/** A page's own heading. */
export function PageHeading({ children }: { children: ReactNode }) {
  return <h1 className="mb-3 text-xl font-semibold tracking-tight text-balance">{children}</h1>
}
