import { useLingui } from '@lingui/react/macro'
import { paths, type StandardsPage } from '#web/lib/paths.ts'
import type { ListedMethod, Method } from './methods.ts'
import type { Legislation } from '#web/features/signature-standards/standards.ts'

/** Each way to be identified: its name, how it goes, what it takes. */
export function useMethodWords() {
  const { t } = useLingui()
  const names: Record<Method, string> = {
    video: t`Video call`,
    self: t`By yourself, with the camera`,
    auto: t`By yourself, with the camera`,
    loc: t`At an office near you`,
    'id-austria': t`ID Austria`,
    'external-sc': t`Smartcard you already have`,
  }
  const descriptions: Record<Method, string> = {
    video: t`You show your passport or identity card to a person in a video call. It takes about ten minutes.`,
    self: t`You film your identity document and your face with your phone, at any hour. It takes about five minutes.`,
    auto: t`You film your identity document and your face with your phone, at any hour. It takes about five minutes.`,
    loc: t`You show your passport or identity card at a counter.`,
    'id-austria': t`You sign in with your ID Austria, and your name comes from there.`,
    'external-sc': t`A qualified certificate on a card proves who you are.`,
  }
  const whens: Record<ListedMethod['when'], string | null> = {
    covered: t`If your company pays for it`,
    uncovered: t`If no company pays for it`,
    always: null,
  }
  return {
    name: (method: Method) => names[method],
    description: (method: Method) => descriptions[method],
    when: (when: ListedMethod['when']) => whens[when],
  }
}

const pages: Partial<Record<`${Legislation} ${Method}`, StandardsPage>> = {
  'EIDAS self': 'eidas/self',
  'EIDAS video': 'eidas/video',
  'ZERTES auto': 'zertes/auto',
  'ZERTES video': 'zertes/video',
}

/** The page on this method; null where there is none of its own. */
export function methodPath(legislation: Legislation, method: Method): string | null {
  const page = pages[`${legislation} ${method}`]
  return page === undefined ? null : paths.signatureStandards(page)
}
