import { useLingui } from '@lingui/react/macro'
import type { IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { Legislation } from '#web/features/signature-standards/standards.ts'
import type { IdentificationPage } from '#web/lib/paths.ts'

/** Those that begin on a page of their own. */
export type PageMethod = Exclude<IdentificationMethod, 'id-austria'>

/** Each way to be identified: its name, how it goes, what it takes. */
export function useMethodWords() {
  const { t } = useLingui()
  const alone = t`You film your identity document and your face with your phone, at any hour. It takes about five minutes.`
  const names: Record<IdentificationMethod, string> = {
    video: t`Video call`,
    self: t`By yourself, with the camera`,
    auto: t`By yourself, with the camera`,
    loc: t`At an office near you`,
    'id-austria': t`ID Austria`,
    'external-sc': t`Smart card you already have`,
  }
  const descriptions: Record<IdentificationMethod, string> = {
    video: t`You show your passport or identity card to a person in a video call. It takes about ten minutes.`,
    self: alone,
    auto: alone,
    loc: t`You book an appointment and show your passport or identity card at a counter.`,
    'id-austria': t`You sign in with your ID Austria, and your name comes from there.`,
    'external-sc': t`The qualified certificate on your card proves who you are.`,
  }
  const document = t`Your passport or identity card. It has to be valid.`
  const light = t`A phone or a computer with a camera, in good light.`
  const mobile = t`Your mobile phone: its number is bound to your signatures.`
  const result = t`About five minutes, at any hour. A person may look at the result; then it takes longer.`
  const needs: Record<PageMethod, string[]> = {
    video: [
      document,
      light,
      mobile,
      t`About ten minutes, while somebody is there: the service’s page says its opening hours before the call.`,
    ],
    self: [document, light, mobile, result],
    auto: [document, light, mobile, result],
    loc: [document, mobile, t`The code of your appointment, which you get when you book it.`],
    'external-sc': [
      t`A card with a qualified certificate, its PIN and a card reader.`,
      mobile,
      t`About five minutes, at any hour.`,
    ],
  }
  return {
    name: (method: IdentificationMethod) => names[method],
    description: (method: IdentificationMethod) => descriptions[method],
    needs: (method: PageMethod) => needs[method],
  }
}

const pages: Partial<Record<`${Legislation} ${IdentificationMethod}`, IdentificationPage>> = {
  'EIDAS self': 'eidas/self',
  'EIDAS video': 'eidas/video',
  'EIDAS external-sc': 'eidas/external-sc',
  'ZERTES auto': 'zertes/auto',
  'ZERTES video': 'zertes/video',
  'ZERTES loc': 'zertes/loc',
  'ZERTES external-sc': 'zertes/external-sc',
}

/** The page on this method; null where it begins in a dialog. */
export function pageOf(legislation: Legislation, method: IdentificationMethod): IdentificationPage | null {
  return pages[`${legislation} ${method}`] ?? null
}

export function listOf(legislation: Legislation): 'eidas' | 'zertes' {
  return legislation === 'EIDAS' ? 'eidas' : 'zertes'
}
