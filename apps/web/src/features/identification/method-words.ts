import type { Legislation } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'
import type { IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { IdentificationPage } from '#web/lib/paths.ts'

/** Those that begin on a page of their own. */
export type PageMethod = Exclude<IdentificationMethod, 'id-austria'>

/** Each way to be identified: its name, how it goes, what it takes. */
export function useMethodWords() {
  const { t } = useLingui()
  const alone = t`Film your ID and your face with your phone, any time of day. Takes about 5 minutes.`
  const names: Record<IdentificationMethod, string> = {
    video: t`Video call`,
    self: t`Video selfie (with your phone camera)`,
    auto: t`Video selfie (with your phone camera)`,
    loc: t`At an office near you`,
    'id-austria': t`ID Austria`,
    'external-sc': t`Smart card you already have`,
  }
  const descriptions: Record<IdentificationMethod, string> = {
    video: t`Show your passport or identity card in a video call. Takes about 10 minutes.`,
    self: alone,
    auto: alone,
    loc: t`Book an appointment and show your passport or identity card at the counter.`,
    'id-austria': t`Sign in with ID Austria; it provides your name.`,
    'external-sc': t`The qualified certificate on your card confirms your identity.`,
  }
  const document = t`A valid passport or identity card.`
  const light = t`A phone or computer with a camera, and good light.`
  const mobile = t`Your mobile phone. Its number is linked to your signatures.`
  const result = t`About 5 minutes, any time of day. Longer if the result needs a manual review.`
  const needs: Record<PageMethod, string[]> = {
    video: [
      document,
      light,
      mobile,
      t`About 10 minutes, during opening hours. The hours are shown before the call.`,
    ],
    self: [document, light, mobile, result],
    auto: [document, light, mobile, result],
    loc: [document, mobile, t`The appointment code you get when you book.`],
    'external-sc': [
      t`A card with a qualified certificate, its PIN and a card reader.`,
      mobile,
      t`About 5 minutes, any time of day.`,
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
