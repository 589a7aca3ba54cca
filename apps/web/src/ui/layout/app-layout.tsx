import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '../app-link.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Header, Main } from './layout.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { Mark, Wordmark } from '../mark.tsx'

interface DefaultLayoutProps {
  /** Where 'Back' leads. */
  back?: string
  title?: ReactNode
  /** At the header's end: the page's one action and its menu. */
  actions?: ReactNode
  /** The whole width and height: page images beside panels. */
  full?: boolean
  children: ReactNode
}

/** One document, one task: the product's header, and under it the way back and the title. */
export function DefaultLayout({ back, title, actions, full, children }: DefaultLayoutProps) {
  if (full) return <FullLayout {...{ title, actions, children }} />
  return (
    <MainLayout actions={actions}>
      <div className="mx-auto w-full max-w-6xl py-2 sm:py-4">
        <div className="mb-4 flex items-center gap-1">
          {back !== undefined && <BackLink to={back} />}
          <h1 dir="auto" className="min-w-0 grow text-xl font-semibold tracking-tight wrap-anywhere">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </MainLayout>
  )
}

/** A page of an account that says one thing: the product's frame, and the content in the middle. */
export function MessageLayout({ actions, children }: Pick<DefaultLayoutProps, 'actions' | 'children'>) {
  return (
    <MainLayout actions={actions}>
      <div className="mx-auto flex w-full max-w-2xl flex-col px-1 pt-[15dvh] pb-10">{children}</div>
    </MainLayout>
  )
}

function BackLink({ to }: { to: string }) {
  const { t } = useLingui()
  return (
    <AppLink
      to={to}
      aria-label={t`Back`}
      className="-ml-3 inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded hover:bg-hover"
    >
      <Icon name="chevronLeft" />
    </AppLink>
  )
}

function FullLayout({
  title,
  actions,
  children,
}: Pick<DefaultLayoutProps, 'title' | 'actions' | 'children'>) {
  return (
    <div className="flex min-h-page flex-col">
      <Header>
        <AppLink to={paths.home()} className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded">
          <Wordmark />
        </AppLink>
        <h1 dir="auto" className="min-w-0 grow truncate text-base font-semibold">
          {title}
        </h1>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </Header>
      <Main className="flex min-h-0 w-full grow">{children}</Main>
    </div>
  )
}

interface MainLayoutProps {
  /** In the middle of the header, such as the search field. */
  search?: ReactNode
  /** The screen's one action: in the header, and on a phone in a bar at the thumb. */
  primary?: ReactNode
  actions?: ReactNode
  /** Under the header: tabs or a page's own navigation. */
  navigation?: ReactNode
  children: ReactNode
}

/** The signed-in product's own frame: mark, its parts, search, actions, content over the full width. */
export function MainLayout({ search, primary, actions, navigation, children }: MainLayoutProps) {
  return (
    <div className="flex min-h-page flex-col">
      <Header wraps={search !== undefined}>
        <AppLink
          to={paths.home()}
          className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded"
          aria-label="Countersign"
        >
          <span className="hidden md:inline">
            <Wordmark />
          </span>
          <span className="md:hidden">
            <Mark />
          </span>
        </AppLink>
        <MainNavigation />
        <div className={classNames('flex grow basis-0 justify-center', search ? 'min-w-28' : 'min-w-0')}>
          {search}
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
          {primary && <div className="hidden sm:block">{primary}</div>}
          {actions}
        </div>
      </Header>
      <Main className="w-full grow">
        {navigation && <div className="border-b border-line bg-sheet px-2 sm:px-4">{navigation}</div>}
        <div className="px-3 py-4 sm:px-5">{children}</div>
      </Main>
      {primary && (
        <footer className="sticky bottom-0 z-20 border-t border-line bg-sheet p-3 *:w-full sm:hidden">
          {primary}
        </footer>
      )}
    </div>
  )
}
