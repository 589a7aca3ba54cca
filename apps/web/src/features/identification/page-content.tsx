import { useLingui } from '@lingui/react/macro'
import { DetailsScreen, type ZertesMethod } from './details-screen.tsx'
import { IdAustriaReturn } from './id-austria-return.tsx'
import { MethodList } from './method-list.tsx'
import { MethodScreen } from './method-screen.tsx'
import { useMethodWords } from './method-words.ts'
import { StatusScreen } from './status/status-screen.tsx'
import type { IdentificationPage } from '#web/lib/paths.ts'
import type { Holder } from './holder.ts'

export function usePageNames(): (page: IdentificationPage) => string {
  const { t } = useLingui()
  const words = useMethodWords()
  const names: Record<IdentificationPage, string> = {
    eidas: t`Identity verification under European law (eIDAS)`,
    'eidas/self': words.name('self'),
    'eidas/video': words.name('video'),
    'eidas/external-sc': words.name('external-sc'),
    zertes: t`Identity verification under Swiss law (ZertES)`,
    'zertes/auto': words.name('auto'),
    'zertes/video': words.name('video'),
    'zertes/loc': words.name('loc'),
    'zertes/external-sc': words.name('external-sc'),
    'zertes/personal-details': t`Your details`,
    'id-austria-success': words.name('id-austria'),
    status: t`Your identity verification`,
  }
  return (page) => names[page]
}

/** What each page of being identified shows, the same for an account and for someone who came by a link. */
export function PageContent({
  holder,
  page,
  query,
}: {
  holder: Holder
  page: IdentificationPage
  query: string
}) {
  switch (page) {
    case 'eidas':
      return <MethodList holder={holder} legislation="EIDAS" />
    case 'zertes':
      return <MethodList holder={holder} legislation="ZERTES" />
    case 'eidas/self':
      return <MethodScreen holder={holder} option={{ legislation: 'EIDAS', method: 'self' }} />
    case 'eidas/video':
      return <MethodScreen holder={holder} option={{ legislation: 'EIDAS', method: 'video' }} />
    case 'zertes/auto':
      return <MethodScreen holder={holder} option={{ legislation: 'ZERTES', method: 'auto' }} />
    case 'zertes/video':
      return <MethodScreen holder={holder} option={{ legislation: 'ZERTES', method: 'video' }} />
    case 'eidas/external-sc':
      return <MethodScreen holder={holder} option={{ legislation: 'EIDAS', method: 'external-sc' }} />
    case 'zertes/external-sc':
      return <MethodScreen holder={holder} option={{ legislation: 'ZERTES', method: 'external-sc' }} />
    case 'zertes/loc':
      return <MethodScreen holder={holder} option={{ legislation: 'ZERTES', method: 'loc' }} />
    case 'zertes/personal-details':
      return <DetailsScreen holder={holder} method={methodIn(query)} />
    case 'id-austria-success':
      return <IdAustriaReturn holder={holder} query={query} />
    case 'status':
      return <StatusScreen holder={holder} />
  }
}

const zertesMethods = ['auto', 'video', 'loc', 'external-sc'] as const

function methodIn(query: string): ZertesMethod {
  const given = new URLSearchParams(query).get('method')
  return zertesMethods.find((method) => method === given) ?? 'auto'
}
